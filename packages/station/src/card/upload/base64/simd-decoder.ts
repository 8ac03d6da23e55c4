import { letterValues, noLetter } from './alphabet.ts';
import type { DecodeGroups } from './scalar-decoder.ts';
import { assemble, block, br, br_if, i8x16, i16x8, i32, i32x4, Locals, loop, v128 } from './wasm-code.ts';

/** Letters that are decoded at once: four vectors, so that their steps overlap. */
const vectors = 4;
const atOnce = 16 * vectors;

/** The memory: tables, then the text, then the bytes. A vector is stored whole and may reach 4 bytes too far. */
const mostLetters = 64 * 1024;
const textAt = 1024;
const bytesAt = textAt + mostLetters;
const memoryPages = 2;

/** What `decoderProgram` exports. */
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
 * Decodes with the vector instructions of WebAssembly, where this machine has them. Node's own decoder takes a
 * string, which costs a copy of the text and the collection of it, and skips what is not a letter.
 */
export function simdDecoder(): DecodeGroups | undefined {
  const decoder = instantiate(decoderProgram());
  if (decoder === undefined) return undefined;
  const memory = new Uint8Array(decoder.memory.buffer);
  return (text, from, room) => {
    const letters = Math.min(mostLetters, text.length - from, Math.floor(room.length / 3) * 4);
    memory.set(text.subarray(from, from + letters), textAt);
    const taken = decoder.decode(textAt, textAt + letters, bytesAt) - textAt;
    room.set(memory.subarray(bytesAt, bytesAt + (taken / 4) * 3));
    return taken;
  };
}

/** None where WebAssembly is switched off or knows no vectors, or where no address space is left. */
function instantiate(program: Uint8Array): Decoder | undefined {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(program)).exports;
  } catch {
    return undefined;
  }
}

/** A byte is split into two halves of four bits; a table of 16 entries is one vector. */
const halves = Array.from({ length: 16 }, (_, half) => half);

/**
 * A byte is a letter if `faultsOfLow[low half] & faultsOfHigh[high half]` is 0. Bytes with the same high half make
 * a row; each kind of row, by which of its bytes are letters, has a bit of its own.
 */
function faultTables() {
  const bits = new Map<string, number>();
  const faultsOfLow = Array<number>(16).fill(0);
  const faultsOfHigh = halves.map((high) => {
    const isLetter = halves.map((low) => letterValues[high * 16 + low] !== noLetter);
    const kind = isLetter.join();
    const bit = bits.get(kind) ?? 1 << bits.size;
    bits.set(kind, bit);
    for (const low of halves) if (!isLetter[low]) faultsOfLow[low] = (faultsOfLow[low] as number) | bit;
    return bit;
  });
  return { faultsOfLow, faultsOfHigh };
}

/**
 * What is added to a letter gives its value, and depends on its high half alone, but for “/”: it has that of “+”.
 * The row before it has no letters, so “/” is looked up there.
 */
function valueOffsets(): number[] {
  const offsets = halves.map((high) => {
    const letter = halves.map((low) => high * 16 + low).find((byte) => letterValues[byte] !== noLetter);
    return letter === undefined ? 0 : offsetOf(letter);
  });
  offsets[(slash >> 4) - 1] = offsetOf(slash);
  return offsets;
}

const slash = 0x2f;
const offsetOf = (letter: number) => ((letterValues[letter] as number) - letter) & 0xff;

const everyByte = (value: number) => Array<number>(16).fill(value);
const every16Bits = (value: number) =>
  Array<number[]>(8)
    .fill([value & 0xff, value >> 8])
    .flat();
const every32Bits = (value: number) =>
  Array<number[]>(4)
    .fill([value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24])
    .flat();

/** `decode(from, end, to)`: gives where it stopped, which is where the first group begins that is not four letters. */
function decoderProgram(): Uint8Array<ArrayBuffer> {
  const locals = new Locals();
  const [from, end, to] = [locals.add('i32'), locals.add('i32'), locals.add('i32')];
  const group = locals.add('i32');
  const lanes = Array.from({ length: vectors }, () => ({
    text: locals.add('v128'),
    high: locals.add('v128'),
  }));

  // Constants are loaded from memory once: V8 would make those in the code again in every round.
  const data = [...letterValues];
  const preparation: (readonly number[])[] = [];
  const constant = (bytes: readonly number[]) => {
    const local = locals.add('v128');
    preparation.push(local.set(v128.load(i32.const(data.length))));
    data.push(...bytes);
    return local.get;
  };
  const { faultsOfLow, faultsOfHigh } = faultTables();
  const faultsByLow = constant(faultsOfLow);
  const faultsByHigh = constant(faultsOfHigh);
  const offsets = constant(valueOffsets());
  const lowHalf = constant(everyByte(0x0f));
  const slashes = constant(everyByte(slash));
  const firstOf16 = constant(every16Bits(0b1111_1100_0000));
  const firstOf32 = constant(every32Bits(0b1111_1111_1111_0000_0000_0000));

  const faults = lanes
    .map(({ text, high }) =>
      v128.and(
        i8x16.swizzle(faultsByLow, v128.and(text.get, lowHalf)),
        i8x16.swizzle(faultsByHigh, high.get),
      ),
    )
    .reduce(v128.or);

  const vectorRounds = block(
    loop(
      br_if(1, i32.gt_u(i32.add(from.get, i32.const(atOnce)), end.get)),
      ...lanes.flatMap(({ text, high }, lane) => [
        text.set(v128.load(from.get, 16 * lane)),
        high.set(i8x16.shr_u(text.get, 4)),
      ]),
      br_if(1, v128.any_true(faults)),
      ...lanes.flatMap(({ text, high }, lane) => [
        // From letters to values of 6 bits.
        text.set(
          i8x16.add(text.get, i8x16.swizzle(offsets, i8x16.add(high.get, i8x16.eq(text.get, slashes)))),
        ),
        // Two make 12 bits, two of these 24. The first of two stands in the lower half and gets the higher bits.
        text.set(v128.or(v128.and(i16x8.shl(text.get, 6), firstOf16), i16x8.shr_u(text.get, 8))),
        text.set(v128.or(v128.and(i32x4.shl(text.get, 12), firstOf32), i32x4.shr_u(text.get, 16))),
        // Of each 32 bits three bytes are taken, the highest first. The last four of the vector are overwritten next.
        v128.store(
          to.get,
          i8x16.shuffle(text.get, [2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0, 0, 0, 0]),
          12 * lane,
        ),
      ]),
      from.set(i32.add(from.get, i32.const(atOnce))),
      to.set(i32.add(to.get, i32.const(12 * vectors))),
      br(0),
    ),
  );

  const valueAt = (place: number) => i32.load8_u(i32.load8_u(from.get, place));
  const groups = block(
    loop(
      br_if(1, i32.gt_u(i32.add(from.get, i32.const(4)), end.get)),
      br_if(1, i32.gt_u([0, 1, 2, 3].map(valueAt).reduce(i32.or), i32.const(63))),
      group.set(
        [0, 1, 2, 3].map((place) => i32.shl(valueAt(place), i32.const(18 - 6 * place))).reduce(i32.or),
      ),
      ...[0, 1, 2].map((place) => i32.store8(to.get, i32.shr_u(group.get, i32.const(16 - 8 * place)), place)),
      from.set(i32.add(from.get, i32.const(4))),
      to.set(i32.add(to.get, i32.const(3))),
      br(0),
    ),
  );

  const body = [...preparation, vectorRounds, groups, from.get];
  return assemble({ name: 'decode', parameters: 3, locals, body, data, memoryPages });
}
