import { DrawingError } from '../../drawing-error.ts';
import { maxMegapixels, type PictureSize } from '../raster.ts';
import { jpegSize } from './jpeg-header.ts';

/** Returns the size in the first chunk of a plain, lossless or extended WebP file. */
function webpSize(file: Uint8Array): PictureSize | undefined {
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

/** Returns the size in the header, which is always the first chunk. */
function pngSize(file: Uint8Array): PictureSize | undefined {
  if (file.length < 33) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

const headers: Readonly<Record<string, (file: Uint8Array) => PictureSize | undefined>> = {
  png: pngSize,
  jpeg: jpegSize,
  webp: webpSize,
};

/** Returns the size of a picture. Throws if it is damaged, of an unknown format, or too large to decode. */
export function pictureSize(file: Uint8Array, format: string): PictureSize {
  const size = headers[format]?.(file);
  if (size === undefined) throw damagedPicture();
  const megapixels = (size.width * size.height) / 1e6;
  if (megapixels > maxMegapixels)
    throw new DrawingError(
      'drawing.too-large',
      `This picture has ${Math.ceil(megapixels)} megapixels; up to ${maxMegapixels} can be drawn. Save it smaller.`,
    );
  return size;
}

export function damagedPicture(): DrawingError {
  return new DrawingError(
    'drawing.not-readable',
    'This picture is damaged or of an unusual kind. Save it again, as a PNG or JPEG.',
  );
}
