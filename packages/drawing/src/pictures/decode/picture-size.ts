import { DrawingError } from '../../drawing-error.ts';
import { maxMegapixels, type PictureSize } from '../raster.ts';
import { jpegSize } from './jpeg-header.ts';
import { pngSize } from './png-header.ts';
import { webpSize } from './webp-header.ts';

const headers: Readonly<Record<string, (file: Uint8Array) => PictureSize | undefined>> = {
  png: pngSize,
  jpeg: jpegSize,
  webp: webpSize,
};

/** The size in the header of a picture. Throws if it is damaged or too large to decode. `format`: its name. */
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
