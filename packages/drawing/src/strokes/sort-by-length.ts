import { put, uint32sAt } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

/** Indexes of `lengths`, shortest first; stable. Lengths must not be negative. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  // The bits of non-negative floats sort like the floats.
  return sortedByNumber(new Uint32Array(lengths.buffer, lengths.byteOffset, lengths.length));
}

/** Indexes of integers, smallest first; stable. */
export function sortedByNumber(numbers: Uint32Array): Uint32Array {
  const { length } = numbers;
  return withProgram((program) =>
    uint32sAt(program, program.sortedByNumber(put(program, numbers), length), length).slice(),
  );
}
