import { type BytePort, type Clock, randomPieces } from '@stationery/core';
import type { FaultSwitches } from './faults.ts';

const lateByMs = 3000;
const pieceEveryMs = 1;

export interface OutgoingLineDeps {
  clock: Clock;
  faults: FaultSwitches;
  random: () => number;
  endOfLine: '' | '\n' | '\r\n';
}

interface Piece {
  bytes: Uint8Array;
  delayMs: number;
}

export class OutgoingLine {
  readonly #deps: OutgoingLineDeps;
  #port: BytePort | undefined;
  #pieces: Piece[] = [];
  #cancel: (() => void) | undefined;

  constructor(deps: OutgoingLineDeps) {
    this.#deps = deps;
  }

  /** Lines sent while no port is open are lost. */
  connect(port: BytePort | undefined): void {
    this.#port = port;
  }

  say(text: string): void {
    this.#queue(text, 0);
  }

  endReply(text: string): void {
    const { faults } = this.#deps;
    if (faults.strikes('drop-reply')) return;
    this.#queue(text, faults.strikes('delay-reply') ? lateByMs : 0);
    if (faults.strikes('duplicate-reply')) this.#queue(text, 0);
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#pieces = [];
  }

  #queue(text: string, delayMs: number): void {
    const { faults } = this.#deps;
    const bytes = Buffer.from(text + this.#deps.endOfLine, 'latin1');
    if (faults.strikes('garble')) this.#spoil(bytes);
    const [first, ...rest] = faults.strikes('split-lines') ? randomPieces(bytes, this.#deps.random) : [bytes];
    this.#pieces.push({ bytes: first!, delayMs });
    for (const piece of rest) this.#pieces.push({ bytes: piece, delayMs: pieceEveryMs });
    if (this.#cancel === undefined) this.#sendNext();
  }

  #sendNext(): void {
    for (let next = this.#pieces[0]; next !== undefined; next = this.#pieces[0]) {
      const { bytes, delayMs } = next;
      if (delayMs > 0) {
        next.delayMs = 0;
        this.#cancel = this.#deps.clock.after(delayMs, () => {
          this.#cancel = undefined;
          this.#sendNext();
        });
        return;
      }
      this.#pieces.shift();
      this.#send(bytes);
    }
  }

  #send(bytes: Uint8Array): void {
    if (this.#deps.faults.has('silence')) return;
    // The host may hang up at any time; ignore lines that it does not receive.
    this.#port?.write(bytes).catch(() => undefined);
  }

  #spoil(bytes: Uint8Array): void {
    const { random } = this.#deps;
    const count = 1 + Math.floor(random() * 3);
    for (let times = 0; times < count; times++) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    }
  }
}
