/** Returns the text of the QR code with which phones join the network. */
export function wifiCode({
  ssid,
  passphrase,
  isOpen = false,
}: {
  ssid: string;
  passphrase: string;
  isOpen?: boolean;
}): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
  if (isOpen) return `WIFI:T:nopass;S:${escaped(ssid)};;`;
  return `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(passphrase)};;`;
}
