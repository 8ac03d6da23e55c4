import { Int32s, int32s } from './memory';

const bits = 11;
const digits = 1 << bits;
const places = changetype<Int32s>(memory.data(4 << 11));

/** Returns the indices of non-negative numbers in ascending order of the numbers. A stable radix sort. */
export function sortedByNumber(numbers: Int32s, count: i32): Int32s {
  let sorted = int32s(count);
  let next = int32s(count);
  for (let at = 0; at < count; at++) sorted[at] = at;
  for (let shift = 0; shift < 32; shift += bits) {
    memory.fill(changetype<usize>(places), 0, 4 * digits);
    for (let at = 0; at < count; at++) places[(numbers[at] >>> shift) & (digits - 1)]++;
    let sum = 0;
    for (let digit = 0; digit < digits; digit++) {
      const many = places[digit];
      places[digit] = sum;
      sum += many;
    }
    for (let at = 0; at < count; at++)
      next[places[(numbers[sorted[at]] >>> shift) & (digits - 1)]++] = sorted[at];
    const filled = next;
    next = sorted;
    sorted = filled;
  }
  return sorted;
}
