/**
 * Arrays in the memory of the program. An array is the address of its first number. Indices are not checked,
 * and only `zeros` and `nones` initialise their numbers.
 */
@unmanaged
export class Float64s {
  @operator('[]')
  @inline
  get(at: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>at) << 3));
  }
  @operator('[]=')
  @inline
  set(at: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>at) << 3), value);
  }
}

@unmanaged
export class Float32s {
  @operator('[]')
  @inline
  get(at: i32): f32 {
    return load<f32>(changetype<usize>(this) + ((<usize>at) << 2));
  }
  @operator('[]=')
  @inline
  set(at: i32, value: f32): void {
    store<f32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}

@unmanaged
export class Int32s {
  @operator('[]')
  @inline
  get(at: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>at) << 2));
  }
  @operator('[]=')
  @inline
  set(at: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>at) << 2), value);
  }
}

@unmanaged
export class Uint16s {
  @operator('[]')
  @inline
  get(at: i32): i32 {
    return load<u16>(changetype<usize>(this) + ((<usize>at) << 1));
  }
  @operator('[]=')
  @inline
  set(at: i32, value: i32): void {
    store<u16>(changetype<usize>(this) + ((<usize>at) << 1), <u16>value);
  }
}

@unmanaged
export class Bytes {
  @operator('[]')
  @inline
  get(at: i32): i32 {
    return load<u8>(changetype<usize>(this) + <usize>at);
  }
  @operator('[]=')
  @inline
  set(at: i32, value: i32): void {
    store<u8>(changetype<usize>(this) + <usize>at, <u8>value);
  }
}

/**
 * Address at which the address of free memory is stored. Stored in memory because several programs may share
 * the memory.
 */
const freeAt: usize = 0;
/** The maximum with 32-bit addresses is one page more. */
const maxPages = 65_535;

/**
 * Allocates bytes and returns their address. `freeFrom` releases them together with all later allocations.
 */
export function take(bytes: usize): usize {
  const at = nextFree();
  const end = (<u64>at + bytes + 15) & ~15;
  const pages = <i64>((end + 0xffff) >>> 16);
  if (pages > maxPages) unreachable();
  freeFrom(<usize>end);
  const missing = <i32>pages - memory.size();
  // Grow by a quarter, because growing is slow. If that fails, grow only by the missing pages.
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0 && memory.grow(missing) < 0)
    unreachable();
  return at;
}

/** Returns the address of the next allocation, for `freeFrom`. */
export function nextFree(): usize {
  return max(load<usize>(freeAt), (__heap_base + 15) & ~15);
}

export function freeFrom(address: usize): void {
  store<usize>(freeAt, address);
}

export function float64s(count: i32): Float64s {
  return changetype<Float64s>(take((<usize>count) << 3));
}

export function float32s(count: i32): Float32s {
  return changetype<Float32s>(take((<usize>count) << 2));
}

export function int32s(count: i32): Int32s {
  return changetype<Int32s>(take((<usize>count) << 2));
}

export function bytes(count: i32): Bytes {
  return changetype<Bytes>(take(count));
}

export function zeros(count: i32): Int32s {
  const numbers = int32s(count);
  memory.fill(changetype<usize>(numbers), 0, (<usize>count) << 2);
  return numbers;
}

/** Allocates an array filled with -1. */
export function nones(count: i32): Int32s {
  const numbers = int32s(count);
  memory.fill(changetype<usize>(numbers), 0xff, (<usize>count) << 2);
  return numbers;
}

/**
 * Replaces each count with the end index of its cell. Decrementing the index for each member then leaves the
 * start index.
 */
export function addUp(counts: Int32s, count: i32): void {
  let sum = 0;
  for (let cell = 0; cell < count; cell++) {
    sum += counts[cell];
    counts[cell] = sum;
  }
}
