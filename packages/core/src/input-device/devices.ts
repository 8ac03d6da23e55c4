import type { Readable } from 'node:stream';
import { type PerlEnd, runPerl } from '../run-perl.ts';

export interface InputDevice {
  /** Bytes of `struct input_event`. */
  events: Readable;
  /** Resolves when the device is grabbed. */
  grabbed: Promise<void>;
  ended: Promise<PerlEnd>;
  close(): void;
}

export interface InputWatch {
  events: Readable;
  /** Opens devices. Call it again for devices that were unplugged and are back. */
  open(paths: readonly string[]): void;
  ended: Promise<PerlEnd>;
  close(): void;
}

/**
 * 0x40044590 is `EVIOCGRAB`. The program ends when its standard input closes, which happens even if the station
 * is killed.
 */
const grabProgram = `
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

/**
 * Reads at most 4080 bytes, because a write of up to 4096 bytes to a pipe is never split. Events therefore stay
 * whole.
 */
const watchProgram = `
my %open;
while (1) {
  my $ready = '';
  vec($ready, fileno($_), 1) = 1 for *STDIN, values %open;
  next if select($ready, undef, undef, undef) < 0;
  for (keys %open) {
    next unless vec($ready, fileno($open{$_}), 1);
    if (sysread($open{$_}, my $events, 4080)) { syswrite(STDOUT, $events) } else { delete $open{$_} }
  }
  next unless vec($ready, fileno(STDIN), 1);
  sysread(STDIN, my $paths, 4096) or exit(0);
  for (split(/\\n/, $paths)) {
    open($open{$_}, '<', $_) or delete $open{$_} unless $open{$_};
  }
}
`;

/** Grabs a device, so that its keys reach only this program. */
export function grabInputDevice(path: string): InputDevice {
  const { child, ended, close } = runPerl(grabProgram, path);
  const grabbed = new Promise<void>((resolve) => child.stderr.once('data', () => resolve()));
  return { events: child.stdout, grabbed, ended, close };
}

const maxPathBytes = 4096;

export function watchInputDevices(): InputWatch {
  const { child, ended, close } = runPerl(watchProgram);
  return {
    events: child.stdout,
    ended,
    close,
    open(paths) {
      const lines = paths.map((path) => `${path}\n`).join('');
      if (lines !== '' && lines.length <= maxPathBytes) child.stdin.write(lines);
    },
  };
}
