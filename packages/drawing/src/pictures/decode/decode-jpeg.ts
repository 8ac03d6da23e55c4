import jpeg from 'jpeg-js';
import { DrawingError } from '../../drawing-error.ts';
import {
  maxMegapixels,
  maxRasterSide,
  oriented,
  type PictureSize,
  type Raster,
  RasterBuilder,
} from '../raster.ts';
import { exifOrientation } from './jpeg-header.ts';

/** Memory for the largest allowed picture with its coefficients and pixels. */
const maxMemoryMb = 1200;
/** Rounded up from a measurement: a picture of 24 megapixels took 827 MiB. */
const bytesPerPixel = 36;

const { process } = globalThis as { process?: { availableMemory?: () => number } };
const freeMemory = () => process?.availableMemory?.() ?? Number.POSITIVE_INFINITY;

/** Throws if there is not enough memory. Running out of memory would end the service and its plot. */
function checkMemory({ width, height }: PictureSize, freeBytes: number): void {
  const neededBytes = width * height * bytesPerPixel;
  const spareBytes = freeBytes * 0.8;
  if (neededBytes <= spareBytes) return;
  const [needed, spare] = [neededBytes, spareBytes].map((bytes) => Math.round(bytes / 1e6));
  throw new DrawingError(
    'drawing.too-large',
    `Reading this picture takes ${needed} MB of memory, and ${spare} MB can be spared. Save it smaller, or open it on the plotter page: the browser reads it there.`,
  );
}

export function decodeJpeg(
  file: Uint8Array,
  size: PictureSize,
  maxSide = maxRasterSide,
  freeBytes = freeMemory(),
): Raster {
  checkMemory(size, freeBytes);
  const { width, height } = size;
  const { data } = jpeg.decode(file, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: maxMegapixels,
    maxMemoryUsageInMB: maxMemoryMb,
  });
  const raster = new RasterBuilder(width, height, maxSide);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) raster.add(x, y, data[at]!, data[at + 1]!, data[at + 2]!);
  return oriented(raster.build(), exifOrientation(file));
}
