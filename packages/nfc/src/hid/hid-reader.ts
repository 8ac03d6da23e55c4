import { spawn } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ReaderReason } from '@stationery/contract';
import { type Clock, type Logger, messageOf, systemErrorCode } from '@stationery/core';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { bytesOf, type NumberFormat, TypedNumber } from './typed-number.ts';

interface HidOptions extends NumberFormat {
  /** Such as `/dev/input/by-id/usb-…-event-kbd`; undefined to use the only one present. */
  device: string | undefined;
}

interface HidDeps {
  clock: Clock;
  log: Logger;
  grab?: (path: string) => GrabbedDevice;
  /** The folder in which udev lists input devices by name. */
  byId?: string;
}

/** These readers type a number once. The tag counts as removed after this time. */
const presentMs = 1_000;

/** A USB reader that types the numbers of tags like a keyboard. */
export function hidReader(options: HidOptions, deps: HidDeps): NfcReader {
  const { clock, log, grab = grabDevice, byId = '/dev/input/by-id' } = deps;
  const reader = supervisedReader({
    clock,
    log,
    async run(run) {
      const path = options.device ?? (await onlyCandidate(byId));
      const name = await nameOf(path);
      const device = grab(path);
      let isOver = false;
      const close = () => device.close();
      run.signal.addEventListener('abort', close, { once: true });
      if (run.signal.aborted) close();
      try {
        void device.grabbed.then(() => !isOver && run.ready(name));
        await read(device, path, options, { clock, log, run });
      } finally {
        isOver = true;
        run.signal.removeEventListener('abort', close);
        close();
      }
    },
  });
  return Object.assign(reader, { seesRemoval: false });
}

async function read(
  device: GrabbedDevice,
  path: string,
  format: NumberFormat,
  { clock, log, run }: { clock: Clock; log: Logger; run: DriverRun },
): Promise<void> {
  let cancelLeave: (() => void) | undefined;
  const keys = new KeyEvents();
  const number = new TypedNumber(clock, (text) => {
    const uid = bytesOf(text, format);
    if (uid === undefined) {
      log.warn({ text, path }, 'typed text is not the number of a tag');
      return;
    }
    cancelLeave?.();
    const tag = { uid, sak: 0 };
    if (run.presence.tags.some((other) => Buffer.compare(other.uid, uid) !== 0)) run.presence.clear();
    run.presence.update([tag]);
    cancelLeave = clock.after(presentMs, () => run.presence.clear());
  });
  device.events.on('data', (chunk: Buffer) => {
    for (const key of keys.read(chunk)) number.type(key);
  });
  try {
    const error = await device.ended;
    run.signal.throwIfAborted();
    throw new ReaderError(reasonOf(error, path));
  } finally {
    number.close();
    cancelLeave?.();
  }
}

const reasonsByError: Record<number, ReaderReason['code']> = {
  1: 'hid-not-allowed',
  2: 'reader-missing',
  6: 'reader-missing',
  13: 'hid-not-allowed',
  16: 'reader-in-use',
  19: 'reader-unplugged',
};

function reasonOf(error: number | 'no-perl', port: string): ReaderReason {
  if (error === 'no-perl') return { code: 'hid-no-perl' };
  return { code: reasonsByError[error] ?? 'reader-not-opened', port } as ReaderReason;
}

async function onlyCandidate(byId: string): Promise<string> {
  const names = (await readdir(byId).catch(() => [])).filter((name) => name.endsWith('-event-kbd'));
  const [first] = names;
  if (first === undefined) throw new ReaderError({ code: 'hid-no-reader' });
  if (names.length > 1)
    throw new ReaderError({ code: 'hid-several', paths: names.map((name) => join(byId, name)).join(', ') });
  return join(byId, first);
}

/** The device's own name. */
async function nameOf(path: string): Promise<string> {
  try {
    const device = join('/sys/class/input', basename(await realpath(path)), 'device/name');
    return (await readFile(device, 'utf8')).trim() || path;
  } catch {
    return path;
  }
}

/** Key codes of `linux/input-event-codes.h` that readers send, and the characters on them. */
const keys = new Map<number, string>([
  ...[...'1234567890'].map((digit, at): [number, string] => [2 + at, digit]),
  ...Object.entries({ A: 30, B: 48, C: 46, D: 32, E: 18, F: 33, ',': 51, '\n': 28 }).map(swapped),
  ...Object.entries({ 7: 71, 8: 72, 9: 73, 4: 75, 5: 76, 6: 77, 1: 79, 2: 80, 3: 81, 0: 82, '\n': 96 }).map(
    swapped,
  ),
]);
/** Shift, Caps Lock and Num Lock do not change digits. */
const modifiers = new Set([42, 54, 58, 69]);
const keyEvent = 1;
const pressed = 1;

/** Parses `struct input_event` from bytes in chunks of any size. */
export class KeyEvents {
  /** Size of an event: two longs for the time, then 8 bytes for type, code and value. */
  readonly #size: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ longBytes = ['arm', 'ia32'].includes(process.arch) ? 4 : 8 } = {}) {
    this.#size = 2 * longBytes + 8;
  }

  /** Returns the characters of pressed keys; “?” for a key that is not part of a number. */
  read(chunk: Buffer): string[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const found: string[] = [];
    let at = 0;
    for (; at + this.#size <= bytes.length; at += this.#size) {
      const event = bytes.subarray(at + this.#size - 8, at + this.#size);
      const [type, code, value] = [event.readUInt16LE(0), event.readUInt16LE(2), event.readInt32LE(4)];
      if (type === keyEvent && value === pressed && !modifiers.has(code)) found.push(keys.get(code) ?? '?');
    }
    this.#rest = bytes.subarray(at);
    return found;
  }
}

function swapped([character, code]: [string, number]): [number, string] {
  return [code, character];
}

/** An input device whose keys reach only this program. */
interface GrabbedDevice {
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
function grabDevice(path: string): GrabbedDevice {
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
