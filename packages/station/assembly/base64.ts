/**
 * Base64 decoder with vector instructions. Memory layout: at 0, a table with the value of each byte, above 63 for bytes
 * outside the alphabet; then the constants below; then the text, written by the caller; then the decoded bytes. Vector
 * stores write up to 4 bytes past the end of the decoded bytes.
 */

/**
 * A byte is in the base64 alphabet if `faultsOfLow[low nibble] & faultsOfHigh[high nibble]` is 0. High nibbles that
 * allow the same low nibbles share a bit.
 */
const faultsOfLow = memory.data<u8>([11, 3, 3, 3, 3, 3, 3, 3, 3, 3, 7, 21, 23, 23, 23, 21]);
const faultsOfHigh = memory.data<u8>([1, 1, 2, 4, 8, 16, 8, 16, 1, 1, 1, 1, 1, 1, 1, 1]);
/** The value of a character is its code plus the offset of its high nibble. “/” uses the offset at index 1. */
const offsets = memory.data<i8>([0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0]);
/** These constants are in memory because V8 would recreate constants in code on every iteration. */
const lowHalves = memory.data<u8>([15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15]);
const slashes = memory.data<u8>([47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47, 47]);
const firstOf16 = memory.data<u16>([0xfc0, 0xfc0, 0xfc0, 0xfc0, 0xfc0, 0xfc0, 0xfc0, 0xfc0]);
const firstOf32 = memory.data<u32>([0xfff000, 0xfff000, 0xfff000, 0xfff000]);

/** Characters per iteration: four vectors, so that their instructions can overlap. */
const atOnce: usize = 64;

// @ts-expect-error: decorator
function faults(text: v128, low: v128, byLow: v128, byHigh: v128): v128 {
  return v128.and(v128.swizzle(byLow, v128.and(text, low)), v128.swizzle(byHigh, v128.shr<u8>(text, 4)));
}

// @ts-expect-error: decorator
function bytesOf(text: v128, add: v128, slash: v128, first16: v128, first32: v128): v128 {
  const row = v128.add<u8>(v128.shr<u8>(text, 4), v128.eq<u8>(text, slash));
  let value = v128.add<u8>(text, v128.swizzle(add, row));
  // Combine two 6-bit values into 12 bits, then two 12-bit values into 24. The first value becomes the high bits.
  value = v128.or(v128.and(v128.shl<u16>(value, 6), first16), v128.shr<u16>(value, 8));
  value = v128.or(v128.and(v128.shl<u32>(value, 12), first32), v128.shr<u32>(value, 16));
  // Take three bytes of each 32 bits, highest first. The next store overwrites the last four bytes of the vector.
  return v128.shuffle<u8>(value, value, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0, 0, 0, 0);
}

/** Decodes groups of four characters. Returns the address of the first group that is incomplete or invalid. */
export function decode(start: usize, end: usize, into: usize): usize {
  let from = start;
  let to = into;
  const byLow = v128.load(faultsOfLow);
  const byHigh = v128.load(faultsOfHigh);
  const add = v128.load(offsets);
  const low = v128.load(lowHalves);
  const slash = v128.load(slashes);
  const first16 = v128.load(firstOf16);
  const first32 = v128.load(firstOf32);
  while (from + atOnce <= end) {
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    const wrong = v128.or(
      v128.or(faults(a, low, byLow, byHigh), faults(b, low, byLow, byHigh)),
      v128.or(faults(c, low, byLow, byHigh), faults(d, low, byLow, byHigh)),
    );
    if (v128.any_true(wrong)) break;
    v128.store(to, bytesOf(a, add, slash, first16, first32));
    v128.store(to, bytesOf(b, add, slash, first16, first32), 12);
    v128.store(to, bytesOf(c, add, slash, first16, first32), 24);
    v128.store(to, bytesOf(d, add, slash, first16, first32), 36);
    from += atOnce;
    to += 48;
  }
  while (from + 4 <= end) {
    const a: u32 = load<u8>(load<u8>(from));
    const b: u32 = load<u8>(load<u8>(from, 1));
    const c: u32 = load<u8>(load<u8>(from, 2));
    const d: u32 = load<u8>(load<u8>(from, 3));
    if ((a | b | c | d) > 63) break;
    const group = (a << 18) | (b << 12) | (c << 6) | d;
    store<u8>(to, group >> 16);
    store<u8>(to, group >> 8, 1);
    store<u8>(to, group, 2);
    from += 4;
    to += 3;
  }
  return from;
}
