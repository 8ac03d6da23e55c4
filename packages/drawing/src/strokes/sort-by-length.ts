import { put, uint32sAt } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

/** Returns the indexes in the order of lengths, which must not be negative. Stable. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  // The bits of non-negative floats sort in the same order as the floats.
  return sortedByNumber(new Uint32Array(lengths.buffer, lengths.byteOffset, lengths.length));
}

/** Returns the indexes in the order of numbers. Stable. */
export function sortedByNumber(numbers: Uint32Array): Uint32Array {
  const { length } = numbers;
  return withProgram((program) =>
    uint32sAt(program, program.sortedByNumber(put(program, numbers), length), length).slice(),
  );
}
