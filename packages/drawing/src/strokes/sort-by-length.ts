/** The indices of `lengths` from the shortest on; equals stay in their order. No length may be below 0. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  // The bits of floats that are not negative are in the order of the floats.
  return sortedByNumber(new Uint32Array(lengths.buffer, lengths.byteOffset, lengths.length));
}

/** The indices of whole numbers below a limit, from the least on; equals stay in their order. */
export function sortedByNumber(numbers: Uint32Array, below = 2 ** 31): Uint32Array {
  const count = numbers.length;
  const room = roomFor(count);
  // With the index they make one number, and numbers alone are sorted by the engine itself, without a warm-up. 53 bits
  // fit into it: of more than four million lengths, those that are almost equal count as equal.
  const alike = Math.max(1, (room * below) / 2 ** 53);
  const keys = new Float64Array(count);
  if (alike === 1) for (let at = 0; at < count; at++) keys[at] = numbers[at]! * room + at;
  else for (let at = 0; at < count; at++) keys[at] = Math.floor(numbers[at]! / alike) * room + at;
  keys.sort();
  const sorted = new Uint32Array(count);
  // `&` keeps only the lower 32 bits of a number; the index fits into them.
  const mask = room - 1;
  for (let at = 0; at < count; at++) sorted[at] = keys[at]! & mask;
  return sorted;
}

function roomFor(count: number): number {
  let room = 1;
  while (room < count) room *= 2;
  return room;
}
