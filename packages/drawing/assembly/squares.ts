/** Returns the size of a hash table of squares for `ends` ends, which is a power of two. */
export function tableSize(ends: i32): i32 {
  let size = 16;
  while (size < 2 * ends) size *= 2;
  return size;
}

/** Returns the slot of a square in a hash table of this size. */
export function slotOf(column: f64, row: f64, size: i32): i32 {
  let hash = (<i32>(<i64>column) * 0x9e3779b1) ^ (<i32>(<i64>row) * 0x85ebca6b);
  hash ^= hash >>> 15;
  hash *= 0x2c1b3c6d;
  return (hash ^ (hash >>> 13)) & (size - 1);
}
