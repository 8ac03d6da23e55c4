import { describe, expect, it } from 'vitest';
import { checkPhoto, decodePhoto, photoSide, referencePoints } from '../../src/photo/check-photo.ts';
import { inPhoto } from '../../src/photo/homography.ts';
import { nodesOf } from '../../src/photo/planned-ink.ts';
import { photoOf, plainPhoto, sheetOf } from '../support/photo-of.ts';
import { jpegOf, pngOf, rasterOf } from '../support/picture-of.ts';

describe('checkPhoto', () => {
  it('returns the missing part of a stroke', () => {
    const sheet = sheetOf(3);
    const longest = [...nodesOf(sheet.strokes).lengthMm]
      .map((length, index) => ({ index, length }))
      .sort((one, other) => other.length - one.length)
      .slice(0, 5);
    const dropped = new Map(longest.map(({ index, length }) => [index, [length / 3, length / 2] as const]));
    const { missing } = checkPhoto(photoOf(sheet, { ...plainPhoto, dropped }), sheet);
    const parts = missing.filter(({ stroke }) => dropped.has(stroke - 1));
    expect(parts).toHaveLength(5);
    for (const { stroke, fromMm, toMm } of parts) {
      const [from, to] = dropped.get(stroke - 1)!;
      expect([Math.abs(fromMm - from) < 1.5, Math.abs(toMm - to) < 1.5]).toEqual([true, true]);
    }
  });

  it('finds marks near the edges of the paper, even with the table visible beside them', () => {
    const { strokes, marks, colours } = sheetOf(5);
    const [xs, ys] = [marks.map(({ xMm }) => xMm), marks.map(({ yMm }) => yMm)];
    const besideMm = 3;
    const [left, top] = [Math.min(...xs) - besideMm, Math.min(...ys) - besideMm];
    const moved = strokes.slice(0, 60).map((stroke) => ({
      ...stroke,
      points: stroke.points.map((value, at) => value - (at % 2 === 0 ? left : top)),
    }));
    const sheet = {
      strokes: moved,
      marks: marks.map(({ xMm, yMm }) => ({ xMm: xMm - left, yMm: yMm - top })),
      colours,
    };
    const sheetMm = [Math.max(...xs) - left + besideMm, Math.max(...ys) - top + besideMm] as const;
    const dropped = new Map([[20, [0, 1e6]]] as const);
    const { missing } = checkPhoto(photoOf(sheet, { ...plainPhoto, sheetMm, dropped }), sheet);
    expect(missing.map(({ stroke }) => stroke)).toContain(21);
  });

  it('accepts four points from the user if the marks are covered', () => {
    const { strokes, colours } = sheetOf(4);
    const dip = { points: Float64Array.of(195, 60, 195, 75), pen: 0, isDip: true };
    const sheet = { strokes: [...strokes.slice(8), dip], colours, marks: [] };
    const last = sheet.strokes.length - 1;
    const photo = photoOf(sheet, {
      ...plainPhoto,
      dropped: new Map([
        [20, [0, 1e6]],
        [last, [0, 1e6]],
      ]),
    });
    const withMarks = checkPhoto(photoOf(sheetOf(4), plainPhoto), sheetOf(4));
    const points = referencePoints(sheet).map(({ xMm, yMm }, at) => {
      const { x, y } = inPhoto(withMarks.toPhoto, xMm, yMm);
      return { x: x + (at % 2 === 0 ? 4 : -3), y: y + 3 };
    });
    expect(checkPhoto(photo, sheet, points).missing.map(({ stroke }) => stroke)).toEqual([21]);
    expect(() => checkPhoto(photo, sheet)).toThrow('The marks were not found in the photo.');
    expect(() =>
      checkPhoto(
        photo,
        sheet,
        points.map(() => points[0]!),
      ),
    ).toThrow('too close to each other');
    expect(() =>
      checkPhoto(
        photo,
        sheet,
        points.map(({ x, y }) => ({ x: x / 3, y: y / 3 })),
      ),
    ).toThrow('The drawing was not found at these points');
  });

  it.each([
    ['paper without marks', () => 230],
    ['noise', (x: number, y: number) => (x * 7919 + y * 104729) % 251],
    ['a grid', (x: number, y: number) => (x % 40 < 3 || y % 40 < 3 ? 20 : 230)],
  ])('refuses a photo of %s', (_, brightness) => {
    expect(() => checkPhoto(rasterOf(1600, 1200, brightness), sheetOf(1))).toThrow(
      'The marks were not found in the photo.',
    );
  });
});

describe('decodePhoto', () => {
  it('decodes and reduces a photo', async () => {
    const { photo, scale } = await decodePhoto(jpegOf(rasterOf(2 * photoSide, 40, () => 200)));
    expect([photo.width, photo.height, scale]).toEqual([photoSide, 20, 0.5]);
  });

  it.each([
    ['a cut JPEG', jpegOf(rasterOf(64, 64, (x, y) => x + y)).subarray(0, 700), 'drawing.not-readable'],
    ['500 megapixels', pngOf(25_000, 20_000, {}), 'drawing.too-large'],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.not-readable'],
  ])('refuses %s', async (_, file, code) => {
    await expect(decodePhoto(file)).rejects.toMatchObject({ code });
  });
});
