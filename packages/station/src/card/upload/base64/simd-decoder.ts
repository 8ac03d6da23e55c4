import { letterValues } from './alphabet.ts';
import { programText } from './program-text.ts';
import type { DecodeGroups } from './scalar-decoder.ts';

/** The memory of `assembly/base64.ts`: 1 KiB of tables, then the text, then the bytes. */
const maxLetters = 64 * 1024;
const textAt = 1024;
const bytesAt = textAt + maxLetters;

interface Decoder {
  memory: { buffer: ArrayBuffer };
  decode(textAt: number, endAt: number, bytesAt: number): number;
}
/** The types of Node do not have it. */
declare const WebAssembly: {
  Module: new (program: Uint8Array) => object;
  Instance: new (module: object) => { exports: Decoder };
};

/**
 * Decodes with the vector instructions of WebAssembly. Node's own decoder takes a string, which costs a copy of the text
 * and its collection, and skips bytes that are not letters. Returns undefined without vector instructions,
 * WebAssembly or address space.
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
