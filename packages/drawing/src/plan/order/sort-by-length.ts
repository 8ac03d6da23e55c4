const digitBits = 11;
const digits = 1 << digitBits;

/** The indices of `lengths` from the shortest on; equals stay in their order (radix sort, not negative). */
export function sortedByLength(lengths: Float32Array): Uint32Array {
  const count = lengths.length;
  // The bits of floats that are not negative are in the order of the floats.
  const bits = new Uint32Array(lengths.buffer, lengths.byteOffset, count);
  let from = new Uint32Array(count);
  let to = new Uint32Array(count);
  for (let at = 0; at < count; at++) from[at] = at;
  const offsets = new Uint32Array(digits);
  for (let shift = 0; shift < 32; shift += digitBits) {
    offsets.fill(0);
    for (let at = 0; at < count; at++) offsets[(bits[at]! >>> shift) & (digits - 1)]!++;
    let sum = 0;
    for (let digit = 0; digit < digits; digit++) {
      const many = offsets[digit]!;
      offsets[digit] = sum;
      sum += many;
    }
    for (let at = 0; at < count; at++) {
      const index = from[at]!;
      to[offsets[(bits[index]! >>> shift) & (digits - 1)]!++] = index;
    }
    [from, to] = [to, from];
  }
  return from;
}
