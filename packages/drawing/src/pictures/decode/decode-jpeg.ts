import jpeg from 'jpeg-js';
import { maxMegapixels, oriented, type PictureSize, type Raster, RasterBuilder } from '../raster.ts';
import { exifOrientation } from './jpeg-header.ts';

/** Enough for the largest allowed picture, with its coefficients and pixels. */
const maxMemoryMb = 1200;

export function decodeJpeg(file: Uint8Array, { width, height }: PictureSize): Raster {
  const { data } = jpeg.decode(file, {
    ...{ useTArray: true, formatAsRGBA: false, tolerantDecoding: false },
    ...{ maxResolutionInMP: maxMegapixels, maxMemoryUsageInMB: maxMemoryMb },
  });
  const raster = new RasterBuilder(width, height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) raster.add(x, y, data[at]!, data[at + 1]!, data[at + 2]!);
  return oriented(raster.build(), exifOrientation(file));
}
