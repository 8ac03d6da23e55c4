/** The indices of `lengths` from the shortest on; equals stay in their order. No length may be below 0. */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  const count = lengths.length;
  // The bits of floats that are not negative are in the order of the floats: those and the index make one number,
  // and numbers alone are sorted by the engine itself, without a warm-up.
  const bits = new Uint32Array(lengths.buffer, lengths.byteOffset, count);
  const room = roomFor(count);
  // 31 bits and 22 fit into a number; of more than four million, lengths that are almost equal count as equal.
  const alike = Math.max(1, room / 2 ** 22);
  const keys = new Float64Array(count);
  if (alike === 1) for (let at = 0; at < count; at++) keys[at] = bits[at]! * room + at;
  else for (let at = 0; at < count; at++) keys[at] = Math.floor(bits[at]! / alike) * room + at;
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
