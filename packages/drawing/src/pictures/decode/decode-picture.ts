import type { PictureFormatName } from '@stationery/contract/picture-formats';
import { DrawingError } from '../../drawing-error.ts';
import { maxMegapixels, type PictureSize, type Raster } from '../raster.ts';
import { exifOrientation, jpegSize } from './jpeg-header.ts';
import { pngSize } from './png-header.ts';

interface Decoder {
  /** The size in the header; undefined if the header is damaged. */
  readonly sizeOf: (file: Uint8Array) => PictureSize | undefined;
  readonly decode: (file: Uint8Array, size: PictureSize) => Promise<Raster>;
}

/** Decoders are loaded with the first picture. */
const decoders: Readonly<Record<PictureFormatName, Decoder>> = {
  png: {
    sizeOf: pngSize,
    decode: async (file, size) => (await import('./decode-png.ts')).decodePng(file, size),
  },
  jpeg: {
    sizeOf: jpegSize,
    decode: async (file, size) =>
      (await import('./decode-jpeg.ts')).decodeJpeg(file, size, exifOrientation(file)),
  },
};

export const isDecodable = (format: string): format is PictureFormatName => format in decoders;

/** Decodes a picture to a raster of bounded size. Its header decides whether it is too large. */
export async function decodePicture(file: Uint8Array, format: PictureFormatName): Promise<Raster> {
  const { sizeOf, decode } = decoders[format];
  const size = sizeOf(file);
  if (size === undefined) throw damaged();
  const megapixels = (size.width * size.height) / 1e6;
  if (megapixels > maxMegapixels)
    throw new DrawingError(
      'drawing.too-large',
      `This picture has ${Math.ceil(megapixels)} megapixels; up to ${maxMegapixels} can be drawn. Save it smaller.`,
    );
  try {
    return await decode(file, size);
  } catch (error) {
    throw error instanceof DrawingError ? error : damaged();
  }
}

function damaged(): DrawingError {
  return new DrawingError(
    'drawing.not-readable',
    'This picture is damaged or of an unusual kind. Save it again, as a PNG or JPEG.',
  );
}
