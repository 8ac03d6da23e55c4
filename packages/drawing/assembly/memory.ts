/**
 * Numbers in the memory of the program: an array is the address of its first number. No index is checked, and nothing is
 * cleared unless it says so.
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

/** At this address is the one from which on the memory is free. It is kept there because several programs may have the same memory. */
const freeAt: usize = 0;
/** One less than there are addresses for. */
const maxPages = 65_535;

/** The address of so many bytes. They are free again when everything from there on is. */
export function take(bytes: usize): usize {
  const at = nextFree();
  const end = (<u64>at + bytes + 15) & ~15;
  const pages = <i64>((end + 0xffff) >>> 16);
  if (pages > maxPages) unreachable();
  freeFrom(<usize>end);
  const missing = <i32>pages - memory.size();
  // More than is needed, because growing takes time; and only what is needed where there is no more.
  if (missing > 0 && memory.grow(max(missing, memory.size() >> 2)) < 0 && memory.grow(missing) < 0)
    unreachable();
  return at;
}

/** The address that comes next, for `freeFrom`. */
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

/** Every number is 0. */
export function zeros(count: i32): Int32s {
  const numbers = int32s(count);
  memory.fill(changetype<usize>(numbers), 0, (<usize>count) << 2);
  return numbers;
}

/** Every number is -1. */
export function nones(count: i32): Int32s {
  const numbers = int32s(count);
  memory.fill(changetype<usize>(numbers), 0xff, (<usize>count) << 2);
  return numbers;
}

/** From how many are in each cell to where each ends: counted back from there, each then begins there. */
export function addUp(counts: Int32s, count: i32): void {
  let sum = 0;
  for (let cell = 0; cell < count; cell++) {
    sum += counts[cell];
    counts[cell] = sum;
  }
}
