import type { PictureSize } from '../raster.ts';

/** The size in the first chunk: of a plain, a lossless or an extended file. */
export function webpSize(file: Uint8Array): PictureSize | undefined {
  if (file.length < 30) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const kind = String.fromCharCode(...file.subarray(12, 16));
  if (kind === 'VP8 ')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (kind !== 'VP8X') return undefined;
  return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
}
