import type { PictureFormatName } from '@stationery/contract/picture-formats';
import { DrawingError } from '../../drawing-error.ts';
import { maxRasterSide, type PictureSize, type Raster } from '../raster.ts';
import { damagedPicture, pictureSize } from './picture-size.ts';

type Decode = (file: Uint8Array, size: PictureSize, maxSide: number) => Promise<Raster>;

/** Decoders, loaded when the first picture is decoded. */
const decoders: Readonly<Record<PictureFormatName, Decode>> = {
  png: async (...picture) => (await import('./decode-png.ts')).decodePng(...picture),
  jpeg: async (...picture) => (await import('./decode-jpeg.ts')).decodeJpeg(...picture),
};

export const isDecodable = (format: string): format is PictureFormatName => format in decoders;

/** Decodes a picture. Refuses pictures that are too large according to their header. */
export async function decodePicture(
  file: Uint8Array,
  format: PictureFormatName,
  maxSide = maxRasterSide,
): Promise<Raster> {
  const size = pictureSize(file, format);
  try {
    return await decoders[format](file, size, maxSide);
  } catch (error) {
    throw error instanceof DrawingError ? error : damagedPicture();
  }
}
