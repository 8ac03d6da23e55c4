import type { PictureSize } from '../raster.ts';

/** The size in the first chunk, which is always the header. */
export function pngSize(file: Uint8Array): PictureSize | undefined {
  if (file.length < 33) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
