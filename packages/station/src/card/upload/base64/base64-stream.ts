import { AppError } from '@stationery/core';
import type { TextSink } from '@stationery/http';
import { programText } from './program-text.ts';

/** Base64 characters in order of value (RFC 4648, section 4). */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of bytes outside the alphabet. It has bits that no base64 value has. */
const noLetter = 0xff;

const letterValues = new Uint8Array(256).fill(noLetter);
for (const [value, letter] of [...alphabet].entries()) letterValues[letter.charCodeAt(0)] = value;

/**
 * Decodes groups of four characters until an invalid group or until `room` is full. Returns the number of
 * characters consumed.
 */
export type DecodeGroups = (text: Uint8Array, from: number, room: Uint8Array) => number;

/** Fallback for machines without SIMD or WebAssembly. */
export const scalarDecoder: DecodeGroups = (text, from, room) => {
  const end = Math.min(text.length, from + Math.floor(room.length / 3) * 4) - 3;
  let at = from;
  let to = 0;
  for (; at < end; at += 4) {
    const a = letterValues[text[at] as number] as number;
    const b = letterValues[text[at + 1] as number] as number;
    const c = letterValues[text[at + 2] as number] as number;
    const d = letterValues[text[at + 3] as number] as number;
    if ((a | b | c | d) > 63) break;
    room[to++] = (a << 2) | (b >> 4);
    room[to++] = (b << 4) | (c >> 2);
    room[to++] = (c << 6) | d;
  }
  return at - from;
};

const equals = 0x3d;

export interface ByteSink {
  /** Returns the buffer to fill, which has at least 3 bytes. */
  room(): Uint8Array;
  commit(bytes: number): void;
}

/** Decodes base64 strictly: standard alphabet only, padding complete or absent, no stray bits. */
export class Base64Stream implements TextSink {
  readonly #sink: ByteSink;
  readonly #decodeGroups: DecodeGroups;
  /** Characters of an incomplete group. */
  readonly #group = new Uint8Array(4);
  #grouped = 0;
  #padding = 0;

  constructor(sink: ByteSink, decodeGroups = groupDecoder()) {
    this.#sink = sink;
    this.#decodeGroups = decodeGroups;
  }

  push(piece: Uint8Array): void {
    for (let at = this.pushPlain(piece, 0); at < piece.length; at++) {
      if (piece[at] !== equals) fail();
      this.#padding++;
      if (this.#padding > 2) fail();
    }
  }

  /** Consumes base64 characters up to the first other byte: the end of the text, an escape or an error. */
  pushPlain(chunk: Uint8Array, from: number): number {
    if (this.#padding > 0) return from;
    let at = this.#grouped === 0 ? from : this.#pushLetters(chunk, from);
    while (this.#grouped === 0 && chunk.length - at >= 4) {
      const taken = this.#decode(chunk, at);
      if (taken === 0) break;
      at += taken;
    }
    return this.#pushLetters(chunk, at);
  }

  /** Decodes the rest, which must be a valid last group. */
  finish(): void {
    const left = this.#grouped;
    if (this.#padding > 0 && left + this.#padding !== 4) fail();
    if (left === 0) return;
    if (left === 1) fail();
    // Fill the group up with characters of value 0. The bits of the last byte that are not part of the text
    // must not be set.
    this.#group.fill(0x41, left);
    const bytes = new Uint8Array(3);
    this.#decodeGroups(this.#group, 0, bytes);
    if (bytes[left - 1] !== 0) fail();
    this.#sink.room().set(bytes.subarray(0, left - 1));
    this.#sink.commit(left - 1);
  }

  #pushLetters(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const letter = chunk[at] as number;
      if (letterValues[letter] === noLetter) return at;
      this.#group[this.#grouped++] = letter;
      if (this.#grouped < 4) continue;
      this.#decode(this.#group, 0);
      this.#grouped = 0;
      return at + 1;
    }
    return chunk.length;
  }

  #decode(text: Uint8Array, from: number): number {
    const taken = this.#decodeGroups(text, from, this.#sink.room());
    this.#sink.commit((taken / 4) * 3);
    return taken;
  }
}

function fail(): never {
  throw new AppError('invalid-content', 'The content is not base64: standard alphabet, no white space.', {
    pointer: '/data/encoded',
  });
}

let chosen: DecodeGroups | undefined;

/** Returns the fastest decoder. It is chosen at the first upload, to keep the start of the station fast. */
function groupDecoder(): DecodeGroups {
  chosen ??= simdDecoder() ?? scalarDecoder;
  return chosen;
}

/** The memory of `assembly/base64.ts`: 1 KiB of tables, then the text, then the bytes. */
const maxLetters = 64 * 1024;
const textAt = 1024;
const bytesAt = textAt + maxLetters;

interface Decoder {
  memory: { buffer: ArrayBuffer };
  decode(textAt: number, endAt: number, bytesAt: number): number;
}
/** Declared here because Node's types lack WebAssembly. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object;
  Instance: new (module: object) => { exports: Decoder };
};

/**
 * Returns a decoder that uses the vector instructions of WebAssembly, or undefined without them. Node's own decoder
 * takes a string, which costs a copy and garbage collection, and it skips characters outside the alphabet.
 */
export function simdDecoder(): DecodeGroups | undefined {
  const decoder = instantiate();
  if (decoder === undefined) return undefined;
  const memory = new Uint8Array(decoder.memory.buffer);
  memory.set(letterValues);
  return (text, from, room) => {
    const letters = Math.min(maxLetters, text.length - from, Math.floor(room.length / 3) * 4);
    memory.set(text.subarray(from, from + letters), textAt);
    const taken = decoder.decode(textAt, textAt + letters, bytesAt) - textAt;
    room.set(memory.subarray(bytesAt, bytesAt + (taken / 4) * 3));
    return taken;
  };
}

function instantiate(): Decoder | undefined {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(programText, 'base64'))).exports;
  } catch {
    return undefined;
  }
}
