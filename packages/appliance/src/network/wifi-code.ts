/** The QR code text with which phones join a network. */
export function wifiCode({ ssid, passphrase }: { ssid: string; passphrase: string }): string {
  const escaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&');
  return `WIFI:T:WPA;S:${escaped(ssid)};P:${escaped(passphrase)};;`;
}
