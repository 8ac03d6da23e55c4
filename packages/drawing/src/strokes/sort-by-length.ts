import { put, uint32sAt } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

/** Stable. Lengths must not be negative. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  // The bits of non-negative floats sort in the same order as the floats.
  return sortedByNumber(new Uint32Array(lengths.buffer, lengths.byteOffset, lengths.length));
}

/** Stable. Returns indexes. */
export function sortedByNumber(numbers: Uint32Array): Uint32Array {
  const { length } = numbers;
  return withProgram((program) =>
    uint32sAt(program, program.sortedByNumber(put(program, numbers), length), length).slice(),
  );
}
