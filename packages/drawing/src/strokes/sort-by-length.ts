import { put, uint32sAt } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

/** The indices of `lengths` from the shortest on; equals stay in their order. No length may be below 0. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  // The bits of floats that are not negative are in the order of the floats.
  return sortedByNumber(new Uint32Array(lengths.buffer, lengths.byteOffset, lengths.length));
}

/** The indices of whole numbers from the least on; equals stay in their order. */
export function sortedByNumber(numbers: Uint32Array): Uint32Array {
  const { length } = numbers;
  return withProgram((program) =>
    uint32sAt(program, program.sortedByNumber(put(program, numbers), length), length).slice(),
  );
}
