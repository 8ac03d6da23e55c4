import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from '@stationery/drawing';
import jpeg from 'jpeg-js';

/** Returns a grey picture with brightness from 0 to 255. */
export function rasterOf(
  width: number,
  height: number,
  brightness: (x: number, y: number) => number,
): Raster {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let at = 0; at < width * height; at++)
    data.fill(brightness(at % width, Math.floor(at / width)), 4 * at, 4 * at + 3);
  return { width, height, data };
}

/** Returns a PNG. `kind` is its colour type. */
export function pngOf(
  width: number,
  height: number,
  { depth = 8, kind = 0, interlaced = false, more = [] as Buffer[], rows = Buffer.alloc(0) },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, kind, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(name: string, content: Buffer): Buffer {
  const whole = Buffer.alloc(12 + content.length);
  whole.writeUInt32BE(content.length, 0);
  whole.write(name, 4, 'latin1');
  whole.set(content, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + content.length)), 8 + content.length);
  return whole;
}

/** Returns a JPEG with the orientation in its Exif data. */
export function jpegOf({ width, height, data }: Raster, orientation?: number): Buffer {
  const encoded = Buffer.from(jpeg.encode({ width, height, data: Buffer.from(data) }, 90).data);
  if (orientation === undefined) return encoded;
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex');
  tiff.writeUInt16BE(orientation, 18);
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([encoded.subarray(0, 2), head, content, encoded.subarray(2)]);
}
