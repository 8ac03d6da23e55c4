import { readdir, readFile, realpath } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename, join } from 'node:path';
import type { ReaderReason } from '@stationery/contract';
import {
  type Clock,
  eventTypes,
  grabInputDevice,
  type InputDevice,
  InputEvents,
  type Logger,
  type PerlEnd,
} from '@stationery/core';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { sameTag } from '../tag.ts';
import { bytesOf, type NumberFormat, TypedNumber } from './typed-number.ts';

interface HidOptions extends NumberFormat {
  /** Path such as `/dev/input/by-id/usb-…-event-kbd`; undefined to use the only reader present. */
  device: string | undefined;
}

interface HidDeps {
  clock: Clock;
  log: Logger;
  grab?: (path: string) => InputDevice;
  byId?: string;
}

/** Readers type a number once, so the tag counts as removed after this time. */
const presentMs = 1_000;

/** A USB reader that types the numbers of tags like a keyboard. */
export function hidReader(options: HidOptions, deps: HidDeps): NfcReader {
  const { clock, log, grab = grabInputDevice, byId = '/dev/input/by-id' } = deps;
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
  device: InputDevice,
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
    if (run.presence.tags.some((other) => !sameTag(other, tag))) run.presence.clear();
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

const { EACCES, EBUSY, ENODEV, ENOENT, ENXIO, EPERM } = constants.errno;

const reasonsByError: Record<number, ReaderReason['code']> = {
  [EPERM]: 'hid-not-allowed',
  [EACCES]: 'hid-not-allowed',
  [ENOENT]: 'reader-missing',
  [ENXIO]: 'reader-missing',
  [EBUSY]: 'reader-in-use',
  [ENODEV]: 'reader-unplugged',
};

function reasonOf(error: PerlEnd, port: string): ReaderReason {
  if (error === 'no-perl') return { code: 'reader-no-perl' };
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
const pressed = 1;

export class KeyEvents {
  readonly #events: InputEvents;

  constructor(options: { longBytes?: number } = {}) {
    this.#events = new InputEvents(options);
  }

  /** Returns the typed characters; “?” for a key that is not part of a number. */
  read(chunk: Buffer): string[] {
    return this.#events
      .read(chunk)
      .filter(({ type, code, value }) => type === eventTypes.key && value === pressed && !modifiers.has(code))
      .map(({ code }) => keys.get(code) ?? '?');
  }
}

function swapped([character, code]: [string, number]): [number, string] {
  return [code, character];
}
