import { PcscRefusal, type PcscRefusalReason } from './pcsc-api.ts';

/** What is wrong with the service and what to do, by why it cannot be used. */
const byRefusal: Record<PcscRefusalReason, string> = {
  'no-service':
    'The PC/SC service is not running. Install and start it: “sudo apt install pcscd”, “sudo systemctl start pcscd”. The reader is then found automatically.',
  'not-allowed':
    'The PC/SC service closes the connection at once: it does not allow this user. Add a polkit rule as in docs/deploy-raspberry-pi.md, or look into the log of pcscd.',
  'unknown-protocol':
    'The PC/SC service speaks a protocol that is not supported. Install pcscd 1.9 or newer, and check PCSCLITE_CSOCK_NAME if it is set.',
  'no-answer':
    'The PC/SC service does not answer. Restart it: “sudo systemctl restart pcscd”. The reader is then found automatically.',
  stopped:
    'The PC/SC service has stopped. Start it again: “sudo systemctl start pcscd”. The reader is then found automatically.',
};

const onLinuxOnly =
  'PC/SC readers work on Linux only, with the service pcscd. On this system use a PN532 reader on a serial port.';

export function describeServiceFailure(error: unknown, platform: NodeJS.Platform = process.platform): string {
  const why = error instanceof PcscRefusal ? error.why : 'no-answer';
  return why === 'no-service' && platform !== 'linux' ? onLinuxOnly : byRefusal[why];
}

export function describeNoReader(filter: string | undefined, names: readonly string[]): string {
  if (names.length === 0) return 'No PC/SC reader is plugged in. Plug it in; it is found automatically.';
  return `No PC/SC reader has “${filter}” in its name. There is: ${names.join(', ')}. Change the name in the settings.`;
}

export function describeUnplugged(name: string): string {
  return `The reader “${name}” was unplugged. Plug it in again; it is found automatically.`;
}
