export const notInstalled =
  'Support for PC/SC readers is not installed. Install it (“sudo apt install pcscd libpcsclite1”, then “npm install --include=optional”) and start again.';

export const noService =
  'The PC/SC service is not running. Install and start it: “sudo apt install pcscd”, “sudo systemctl start pcscd”. It is tried again all the time.';

export const serviceStopped =
  'The PC/SC service has stopped. Start it again: “sudo systemctl start pcscd”. The reader is found by itself.';

export function noReader(filter: string | undefined, names: readonly string[]): string {
  if (names.length === 0) return 'No PC/SC reader is plugged in. Plug it in; it is found by itself.';
  return `No PC/SC reader has “${filter}” in its name. There is: ${names.join(', ')}. Change the name in the settings.`;
}

export function unplugged(name: string): string {
  return `The reader “${name}” was unplugged. Plug it in again; it is found by itself.`;
}
