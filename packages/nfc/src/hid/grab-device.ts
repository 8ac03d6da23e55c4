import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { messageOf, systemErrorCode } from '@stationery/core';

/** An input device whose keys reach only this program. */
export interface GrabbedDevice {
  events: Readable;
  /** Resolves when the device is grabbed. */
  grabbed: Promise<void>;
  /** Resolves with the system error number, or `no-perl` if perl could not be started. */
  ended: Promise<number | 'no-perl'>;
  close(): void;
}

/**
 * Grabs the device and copies its events until the device or standard input ends. Exits with the system error number.
 * 0x40044590 is `EVIOCGRAB`. Standard input ends with the station, even if it is killed, and releases the grab.
 */
const program = `
open(my $device, '<', $ARGV[0]) or exit($! + 0);
ioctl($device, 0x40044590, 1) or exit($! + 0);
syswrite(STDERR, "grabbed\\n");
my $both = '';
vec($both, fileno($_), 1) = 1 for *STDIN, $device;
while (select(my $ready = $both, undef, undef, undef) > 0) {
  exit(0) if vec($ready, fileno(STDIN), 1);
  sysread($device, my $events, 4096) or exit($! + 0);
  syswrite(STDOUT, $events);
}
`;

/** Node cannot call `ioctl`; perl can, and every Debian system has it. */
export function grabDevice(path: string): GrabbedDevice {
  const child = spawn('perl', ['-e', program, path], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<number | 'no-perl'>((resolve, reject) => {
    child.once('error', (error) =>
      systemErrorCode(error) === 'ENOENT' ? resolve('no-perl') : reject(new Error(messageOf(error))),
    );
    child.once('close', (code) => resolve(code ?? 0));
  });
  return {
    events: child.stdout,
    grabbed: new Promise((resolve) => child.stderr.once('data', () => resolve())),
    ended,
    close: () => child.stdin.destroy(),
  };
}
