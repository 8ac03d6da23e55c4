/**
 * A small assembler for WebAssembly. Instructions have the names of the text format, and operands nest as they do
 * there: `i32.add(a, b)` is the bytes of `(i32.add a b)`. It knows what `simd-decoder` needs.
 * Numbers of instructions: https://webassembly.github.io/spec/core/appendix/index-instructions.html
 */
export type Code = readonly number[];

const typeCodes = { i32: 0x7f, v128: 0x7b };
export type ValueType = keyof typeof typeCodes;

const unary =
  (...op: number[]) =>
  (a: Code): Code => [...a, ...op];
const binary =
  (...op: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...op];
/** Of memory: `address` plus a constant `offset`. No alignment is promised. */
const load =
  (...op: number[]) =>
  (address: Code, offset = 0): Code => [...address, ...op, 0, ...unsigned(offset)];
const store =
  (...op: number[]) =>
  (address: Code, value: Code, offset = 0): Code => [...address, ...value, ...op, 0, ...unsigned(offset)];
const simd = (op: number) => [0xfd, ...unsigned(op)];
const shift =
  (op: number) =>
  (a: Code, bits: number): Code => [...a, ...i32.const(bits), ...simd(op)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  load8_u: load(0x2d),
  store8: store(0x3a),
  gt_u: binary(0x4b),
  add: binary(0x6a),
  or: binary(0x72),
  shl: binary(0x74),
  shr_u: binary(0x76),
};

export const v128 = {
  load: load(...simd(0)),
  store: store(...simd(11)),
  and: binary(...simd(78)),
  or: binary(...simd(80)),
  any_true: unary(...simd(83)),
};

export const i8x16 = {
  /** `lanes`: which of the 16 bytes of `a` each byte of the result is. */
  shuffle: (a: Code, lanes: readonly number[]): Code => [...a, ...a, ...simd(13), ...lanes],
  /** Looks up each byte of `indices` in `table`; 0 for an index above 15. */
  swizzle: binary(...simd(14)) as (table: Code, indices: Code) => Code,
  eq: binary(...simd(35)),
  shr_u: shift(109),
  add: binary(...simd(110)),
};

export const i16x8 = { shl: shift(139), shr_u: shift(141) };
export const i32x4 = { shl: shift(171), shr_u: shift(173) };

/** `br` to a block leaves it; to a loop begins its next round. `depth`: how many blocks and loops lie between. */
export const block = (...body: Code[]): Code => [0x02, 0x40, ...body.flat(), 0x0b];
export const loop = (...body: Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0b];
export const br = (depth: number): Code => [0x0c, depth];
export const br_if = (depth: number, condition: Code): Code => [...condition, 0x0d, depth];

/** The parameters of a function, which come first, and its other variables. */
export class Locals {
  readonly #types: ValueType[] = [];

  add(type: ValueType) {
    const index = unsigned(this.#types.push(type) - 1);
    return {
      get: [0x20, ...index] as Code,
      set: (value: Code): Code => [...value, 0x21, ...index],
    };
  }

  /** Without the first ones, which are parameters. */
  declared(parameters: number): Code {
    return vector(this.#types.slice(parameters).map((type) => [1, typeCodes[type]]));
  }
}

export interface WasmProgram {
  /** The one function: its parameters, all i32, are the first of `locals`; it gives an i32. */
  name: string;
  parameters: number;
  locals: Locals;
  body: Code[];
  /** What lies at the beginning of the memory. */
  data: readonly number[];
  /** Of 64 KiB; the memory never grows. */
  memoryPages: number;
}

/** A module that exports the function and, as `memory`, its memory. */
export function assemble(program: WasmProgram): Uint8Array<ArrayBuffer> {
  const { name, parameters, locals, body, data, memoryPages } = program;
  const type = [0x60, ...vector(Array(parameters).fill([typeCodes.i32])), ...vector([[typeCodes.i32]])];
  const limits = [0x01, ...unsigned(memoryPages), ...unsigned(memoryPages)];
  const code = [...locals.declared(parameters), ...body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [type]),
    ...section(3, [[0]]),
    ...section(5, [limits]),
    ...section(7, [
      [...text('memory'), 2, 0],
      [...text(name), 0, 0],
    ]),
    ...section(10, [[...unsigned(code.length), ...code]]),
    ...section(11, [[0, ...i32.const(0), 0x0b, ...unsigned(data.length), ...data]]),
  ]);
}

function section(id: number, items: Code[]): Code {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: Code[]): Code {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): Code {
  return [...unsigned(name.length), ...Buffer.from(name, 'ascii')];
}

/** Seven bits to a byte, the low ones first; all but the last byte have the eighth bit set. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** The same, with the seventh bit of the last byte for a sign. */
function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
