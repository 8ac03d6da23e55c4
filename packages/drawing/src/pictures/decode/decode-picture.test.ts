import { describe, expect, it } from 'vitest';
import { chunk, jpegOf, pngOf, rasterOf } from '../../../test/support/picture-of.ts';
import { maxRasterSide, type Raster } from '../raster.ts';
import { decodeJpeg } from './decode-jpeg.ts';
import { decodePicture } from './decode-picture.ts';
import { pictureSize } from './picture-size.ts';

const reds = ({ data }: Raster) => Array.from({ length: data.length / 4 }, (_, at) => data[4 * at]!);
const coloursOf = ({ data }: Raster) =>
  Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)]);

describe('a PNG', () => {
  it('is decoded with every row filter', async () => {
    const rows = Buffer.from([
      ...[0, 10, 20, 30],
      ...[1, 10, 10, 10],
      ...[2, 5, 5, 5],
      ...[3, 5, 5, 5],
      ...[4, 1, 1, 1],
    ]);
    const raster = await decodePicture(pngOf(3, 5, { rows }), 'png');
    expect(reds(raster)).toEqual([10, 20, 30, 10, 20, 30, 15, 25, 35, 12, 23, 34, 13, 24, 35]);
  });

  it('is decoded with 1 to 16 bits of grey', async () => {
    const four = await decodePicture(pngOf(5, 1, { depth: 1, rows: Buffer.from([0, 0b10110000]) }), 'png');
    expect(reds(four)).toEqual([255, 0, 255, 255, 0]);
    const deep = await decodePicture(pngOf(2, 1, { depth: 16, rows: Buffer.from([0, 9, 1, 200, 7]) }), 'png');
    expect(reds(deep)).toEqual([9, 200]);
  });

  it('is decoded with a palette, and put on white paper if it is transparent', async () => {
    const more = [chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255])), chunk('tRNS', Buffer.from([255, 0]))];
    const rows = Buffer.from([0, 0b01000000]);
    const indexed = await decodePicture(pngOf(2, 1, { depth: 1, kind: 3, more, rows }), 'png');
    expect(coloursOf(indexed)).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
    const rgba = await decodePicture(
      pngOf(1, 1, { kind: 6, rows: Buffer.from([0, 10, 20, 30, 255]) }),
      'png',
    );
    expect(coloursOf(rgba)).toEqual([[10, 20, 30]]);
  });

  it('is decoded if interlaced', async () => {
    // A picture of 2 × 2 pixels has three passes with pixels: the first has one, the sixth one, and the
    // seventh two.
    const rows = Buffer.from([0, 1, 0, 2, 0, 3, 4]);
    expect(reds(await decodePicture(pngOf(2, 2, { interlaced: true, rows }), 'png'))).toEqual([1, 2, 3, 4]);
  });

  it('is reduced while it is decoded', async () => {
    const width = 4 * maxRasterSide;
    const row = Buffer.alloc(1 + width, 100).fill(0, 0, 1);
    const raster = await decodePicture(pngOf(width, 4, { rows: Buffer.concat([row, row, row, row]) }), 'png');
    expect(raster).toMatchObject({ width: maxRasterSide, height: 1 });
    expect(new Set(reds(raster))).toEqual(new Set([100]));
  });
});

describe('a JPEG', () => {
  const corner = rasterOf(32, 16, (x, y) => (x < 16 && y < 8 ? 0 : 255));

  /** Returns the column and row of the dark corner. */
  const darkCorner = ({ width, height, data }: Raster) => {
    const at = (x: number, y: number) => data[4 * (y * width + x)]! < 128;
    return [
      at(2, 2) && 'upper left',
      at(width - 3, 2) && 'upper right',
      at(2, height - 3) && 'lower left',
      at(width - 3, height - 3) && 'lower right',
    ].filter((each) => each !== false);
  };

  it.each([
    [undefined, 32, 'upper left'],
    [1, 32, 'upper left'],
    [2, 32, 'upper right'],
    [3, 32, 'lower right'],
    [4, 32, 'lower left'],
    [5, 16, 'upper left'],
    [6, 16, 'upper right'],
    [7, 16, 'lower right'],
    [8, 16, 'lower left'],
    [99, 32, 'upper left'],
  ])('with orientation %s is shown upright', async (orientation, width, dark) => {
    const raster = await decodePicture(jpegOf(corner, orientation), 'jpeg');
    expect(raster.width).toBe(width);
    expect(darkCorner(raster)).toEqual([dark]);
  });
});

it.each([
  ['plain', 'VP8 ', '000000000000009d012a05000300'],
  ['lossless', 'VP8L', '000000002f04800000000000'],
  ['extended', 'VP8X', '0a00000000000000040000020000'],
])('pictureSize reads the size of a WebP (%s)', (_, kind, rest) => {
  const file = Buffer.concat([
    Buffer.from(`RIFF\0\0\0\0WEBP${kind}`, 'latin1'),
    Buffer.from(rest, 'hex'),
    Buffer.alloc(9),
  ]);
  expect(pictureSize(file, 'webp')).toEqual({ width: 5, height: 3 });
});

describe('a file that cannot be decoded', () => {
  const gray = rasterOf(64, 64, (x, y) => x + y);

  it('is refused if decoding needs more memory than is free', () => {
    const size = { width: 4000, height: 3000 };
    const decode = () => decodeJpeg(jpegOf(gray), size, maxRasterSide, 500e6);
    expect(decode).toThrow('Reading this picture takes 432 MB of memory, and 400 MB can be spared.');
    expect(() => decodeJpeg(jpegOf(gray), { width: 64, height: 64 }, maxRasterSide, 500e6)).not.toThrow();
  });

  it('is refused if the size in its header exceeds the limit', async () => {
    const png = pngOf(25_000, 20_000, {});
    await expect(decodePicture(png, 'png')).rejects.toMatchObject({
      code: 'drawing.too-large',
      message: expect.stringContaining('500 megapixels'),
    });
    const jpeg = jpegOf(gray);
    jpeg.writeUInt32BE(0xffffffff, jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    await expect(decodePicture(jpeg, 'jpeg')).rejects.toMatchObject({ code: 'drawing.too-large' });
  });

  it.each([
    ['a cut PNG', 'png', pngOf(64, 64, { rows: Buffer.alloc(64) })],
    ['a PNG without pixels', 'png', pngOf(1, 1, {}).subarray(0, 33)],
    ['the start of a PNG', 'png', pngOf(1, 1, {}).subarray(0, 20)],
    ['a PNG of an unknown kind', 'png', pngOf(1, 1, { kind: 5 })],
    [
      'a PNG that is not compressed',
      'png',
      Buffer.concat([pngOf(1, 1, {}).subarray(0, 33), chunk('IDAT', Buffer.from('hello'))]),
    ],
    ['a cut JPEG', 'jpeg', jpegOf(gray).subarray(0, 700)],
    ['the start of a JPEG', 'jpeg', jpegOf(gray).subarray(0, 100)],
  ] as const)('is refused as damaged: %s', async (_, format, file) => {
    await expect(decodePicture(file, format)).rejects.toMatchObject({ code: 'drawing.not-readable' });
  });
});
