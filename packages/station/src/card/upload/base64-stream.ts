import { AppError } from '@stationery/core';

const equals = 0x3d;
const minus = 0x2d;
const underscore = 0x5f;

/** Where decoded bytes go: the decoder asks for room, fills it, and says how much it used. */
export interface ByteSink {
  reserve(bytes: number): Buffer;
  commit(bytes: number): void;
}

/**
 * Decodes base64 as it arrives, strictly: the standard alphabet and nothing else, padding whole or left out,
 * no bits that mean nothing. Node's own decoder does the work and skips what it does not know, so what it
 * gives is checked by its length, and the two letters that it takes from the other alphabet are looked for.
 */
export class Base64Stream {
  readonly #sink: ByteSink;
  readonly #carry = Buffer.alloc(4);
  #carried = 0;
  #padding = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  push(piece: Buffer): void {
    if (piece.length === 0) return;
    const pad = this.#padding > 0 ? 0 : piece.indexOf(equals);
    if (pad >= 0) {
      for (let at = pad; at < piece.length; at++) if (piece[at] !== equals) fail();
      this.#padding += piece.length - pad;
      if (this.#padding > 2) fail();
      this.#text(piece.subarray(0, pad));
    } else {
      this.#text(piece);
    }
  }

  #text(piece: Buffer): void {
    if (piece.includes(minus) || piece.includes(underscore)) fail();
    let from = 0;
    if (this.#carried > 0) {
      from = Math.min(4 - this.#carried, piece.length);
      piece.copy(this.#carry, this.#carried, 0, from);
      this.#carried += from;
      if (this.#carried < 4) return;
      this.#carried = 0;
      this.#decode(this.#carry);
    }
    const whole = piece.length - ((piece.length - from) % 4);
    if (whole > from) this.#decode(piece.subarray(from, whole));
    this.#carried = piece.copy(this.#carry, 0, whole);
  }

  /** The end of the text: what is left over must be a proper last group. */
  finish(): void {
    const left = this.#carried;
    if (this.#padding > 0 && left + this.#padding !== 4) fail();
    if (left === 0) return;
    if (left === 1) fail();
    const tail = this.#carry.toString('latin1', 0, left);
    const bytes = Buffer.from(tail, 'base64');
    if (bytes.toString('base64').slice(0, left) !== tail) fail();
    this.#sink.reserve(bytes.length).set(bytes);
    this.#sink.commit(bytes.length);
  }

  #decode(text: Buffer): void {
    const expected = (text.length / 4) * 3;
    const room = this.#sink.reserve(expected);
    if (room.write(text.toString('latin1'), 0, expected, 'base64') !== expected) fail();
    this.#sink.commit(expected);
  }
}

function fail(): never {
  throw new AppError(
    'card.content-invalid',
    'The content is not base64: standard alphabet, no white space.',
    {
      pointer: '/data/encoded',
    },
  );
}
