import type { Program } from './program.ts';

type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;

export function put(program: Program, numbers: Numbers): number {
  const address = program.take(numbers.byteLength);
  putAt(program, address, numbers);
  return address;
}

export function putAt({ memory }: Program, address: number, numbers: Numbers): void {
  const { buffer, byteOffset, byteLength } = numbers;
  new Uint8Array(memory.buffer, address >>> 0, byteLength).set(
    new Uint8Array(buffer, byteOffset, byteLength),
  );
}

/** Returns a view, which is valid until the program's memory grows. */
export function int32sAt({ memory }: Program, address: number, count: number): Int32Array<ArrayBuffer> {
  return new Int32Array(memory.buffer, address >>> 0, count);
}

export function uint32sAt({ memory }: Program, address: number, count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(memory.buffer, address >>> 0, count);
}

export function float64sAt({ memory }: Program, address: number, count: number): Float64Array<ArrayBuffer> {
  return new Float64Array(memory.buffer, address >>> 0, count);
}
