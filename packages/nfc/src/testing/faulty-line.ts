import { type BytePort, type Clock, randomPieces } from '@stationery/core';
import { encodeFrame, type Pn532Frame } from '../pn532/frame.ts';

export const faults = [
  /** The ACK arrives three times later than the data sheet allows. */
  'late-ack',
  'answer-before-ack',
  /** Random bytes before every frame. */
  'garbage',
  'silence',
  'silent-without-tag',
  /** Frames arrive in pieces of one to three bytes. */
  'split-frames',
  /** Every answer has a wrong checksum first, and the right one when requested again. */
  'corrupt-checksum',
  /** The line returns only random bytes, whatever is sent. */
  'babbling',
] as const;

export type Fault = (typeof faults)[number];

const pieceEveryMs = 1;

interface FaultyLineDeps {
  port: BytePort;
  clock: Clock;
  faults: ReadonlySet<Fault>;
  random: () => number;
}

export class FaultyLine {
  readonly #deps: FaultyLineDeps;
  readonly #timers: Timers;
  #pieces: Uint8Array[] = [];
  #sending = false;

  constructor(deps: FaultyLineDeps) {
    this.#deps = deps;
    this.#timers = new Timers(deps.clock);
  }

  send(frame: Pn532Frame, options: { repeated?: boolean } = {}): void {
    const { faults } = this.#deps;
    if (faults.has('silence')) return;
    const bytes = faults.has('babbling') ? this.#noise(40) : encodeFrame(frame);
    const isAnswer = frame.kind === 'from-chip';
    if (isAnswer && faults.has('corrupt-checksum') && options.repeated !== true) spoilChecksum(bytes);
    if (faults.has('garbage')) this.#queue(this.#noise(8));
    this.#queue(bytes);
  }

  stop(): void {
    this.#timers.cancelAll();
    this.#pieces = [];
  }

  #queue(bytes: Uint8Array): void {
    const pieces = this.#deps.faults.has('split-frames') ? randomPieces(bytes, this.#deps.random) : [bytes];
    this.#pieces.push(...pieces);
    if (!this.#sending) this.#sendNext();
  }

  #sendNext(): void {
    const piece = this.#pieces.shift();
    this.#sending = piece !== undefined;
    if (piece === undefined) return;
    // Ignore errors, because the host may hang up at any time.
    this.#deps.port.write(piece).catch(() => undefined);
    this.#timers.after(pieceEveryMs, () => this.#sendNext());
  }

  #noise(maxBytes: number): Uint8Array {
    const { random } = this.#deps;
    const count = 1 + Math.floor(random() * maxBytes);
    return Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
  }
}

function spoilChecksum(frame: Uint8Array): void {
  const at = frame.length - 2;
  frame[at] = (frame[at]! + 1) & 0xff;
}

export class Timers {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  after(delayMs: number, ring: () => void): () => void {
    const cancelAlarm = this.#clock.after(delayMs, () => {
      this.#cancels.delete(cancel);
      ring();
    });
    const cancel = () => {
      this.#cancels.delete(cancel);
      cancelAlarm();
    };
    this.#cancels.add(cancel);
    return cancel;
  }

  cancelAll(): void {
    for (const cancel of [...this.#cancels]) cancel();
  }
}
