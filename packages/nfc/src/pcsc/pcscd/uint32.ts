import { endianness } from 'node:os';

/** Numbers are in this machine's byte order, because service and clients are on the same machine. */
const isLittleEndian = endianness() === 'LE';

export function uint32At(bytes: Uint8Array, offset: number): number {
  return view(bytes).getUint32(offset, isLittleEndian);
}

export function putUint32(bytes: Uint8Array, offset: number, value: number): void {
  view(bytes).setUint32(offset, value, isLittleEndian);
}

export function uint32s(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  for (const [at, value] of values.entries()) putUint32(bytes, at * 4, value);
  return bytes;
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
