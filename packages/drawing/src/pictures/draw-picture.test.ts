import { pictureStyles } from '@stationery/contract/picture-formats';
import { describe, expect, it } from 'vitest';
import { rasterOf } from '../../test/support/picture-of.ts';
import type { Drawing } from '../drawing.ts';
import { drawPicture } from './draw-picture.ts';

const small = { points: 400, sizeMm: 40 } as const;
/** A picture that gets lighter from black on the left to white on the right. */
const ramp = rasterOf(160, 80, (x) => (255 * x) / 159);
const white = rasterOf(160, 80, () => 255);
const disc = rasterOf(160, 80, (x, y) => (Math.hypot(x - 80, y - 40) < 30 ? 0 : 255));

const lengthOf = (points: Float64Array) => {
  let length = 0;
  for (let at = 2; at < points.length; at += 2)
    length += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  return length;
};

/** Returns the length of ink in the left and the right half, plus a dot for each stroke. */
function inkByHalf({ strokes, widthMm }: Drawing): [number, number] {
  const ink: [number, number] = [0, 0];
  for (const { points } of strokes) {
    ink[points[0]! < widthMm / 2 ? 0 : 1] += 0.4;
    for (let at = 2; at < points.length; at += 2)
      ink[points[at]! < widthMm / 2 ? 0 : 1] += lengthOf(points.subarray(at - 2, at + 2));
  }
  return ink;
}

describe.each(pictureStyles)('%s', (style) => {
  it('stays inside the picture and is reproducible', () => {
    const drawing = drawPicture(disc, { ...small, style });
    expect(drawing).toMatchObject({ widthMm: 40, heightMm: 20, notes: [] });
    expect(drawing.strokes.length).toBeGreaterThan(0);
    const outside = drawing.strokes.filter(({ points }) =>
      points.some((value, at) => value < -0.01 || value > (at % 2 === 0 ? 40.01 : 20.01)),
    );
    expect(outside).toEqual([]);
    expect(drawPicture(disc, { ...small, style })).toEqual(drawing);
  });

  it('draws nothing for white', () => {
    expect(drawPicture(white, { ...small, style }).strokes).toEqual([]);
  });

  it('draws a picture of one pixel', () => {
    expect(() =>
      drawPicture(
        rasterOf(1, 1, () => 0),
        { ...small, style },
      ),
    ).not.toThrow();
  });
});

it.each(['stipple', 'line', 'halftone', 'hatch', 'waves'] as const)(
  '%s draws more lines where the picture is darker',
  (style) => {
    const [left, right] = inkByHalf(drawPicture(ramp, { ...small, style }));
    expect(left).toBeGreaterThan(1.5 * right);
  },
);

it('stippling places the requested number of points, denser where the picture is darker', () => {
  const { strokes } = drawPicture(ramp, { ...small, points: 2000 });
  expect(strokes).toHaveLength(2000);
  const inQuarter = [0, 0, 0, 0];
  for (const { points } of strokes) inQuarter[Math.min(3, Math.floor(points[0]! / 10))]!++;
  // The quarters get 7/16, 5/16, 3/16 and 1/16 of the points.
  for (const [quarter, share] of [7, 5, 3, 1].entries())
    expect(inQuarter[quarter]! / 2000).toBeCloseTo(share / 16, 1.5);
});

it('the style “line” connects its points by a short tour', () => {
  const { strokes } = drawPicture(ramp, { ...small, style: 'line' });
  const [line] = strokes;
  expect(strokes).toHaveLength(1);
  // A few of the 400 points are dropped, because they lie on straight parts of the line.
  expect(line!.points.length / 2).toBeGreaterThan(370);
  // For random points on this area, the shortest tour is about 0.7124 √(n · area). For even distances, it is
  // up to √(n · area).
  expect(lengthOf(line!.points)).toBeLessThan(Math.sqrt(400 * 40 * 20));
});

it('edges and contours of a disc follow its circle', () => {
  for (const style of ['edges', 'contours'] as const)
    for (const { points } of drawPicture(disc, { ...small, style }).strokes)
      for (let at = 0; at < points.length; at += 2)
        expect(Math.abs(Math.hypot(points[at]! - 20, points[at + 1]! - 10) - 7.5)).toBeLessThan(2);
});

it('a picture can be cropped, brightened and darkened', () => {
  const gray = rasterOf(100, 100, () => 128);
  expect(drawPicture(gray, { ...small, part: [50, 0, 50, 100] })).toMatchObject({
    widthMm: 20,
    heightMm: 40,
  });
  const ink = (brightness: number) =>
    inkByHalf(drawPicture(gray, { ...small, style: 'halftone', brightness })).reduce((a, b) => a + b);
  expect(ink(-50)).toBeGreaterThan(ink(0));
  expect(ink(100)).toBe(0);
});

it('the colours of a picture are separated into pens', () => {
  const half = rasterOf(160, 80, () => 0);
  for (let at = 0; at < 160 * 80; at++) half.data.set(at % 160 < 80 ? [0, 160, 224] : [0, 0, 0], 4 * at);
  const { layers, strokes } = drawPicture(half, { ...small, inks: ['#00a0e0', '#000000'] });
  expect(layers.map(({ colour }) => colour)).toEqual(['#00a0e0', '#000000']);
  const right = strokes.filter(({ points, layer }) => layer === (points[0]! < 20 ? 0 : 1));
  expect(right.length / strokes.length).toBeGreaterThan(0.97);
});

it.each([
  ['style', { style: 'oil' as never }],
  ['points', { points: 1e9 }],
  ['penMm', { penMm: 0 }],
  ['sizeMm', { sizeMm: Number.NaN }],
  ['part', { part: [50, 0, 60, 100] }],
  ['part', { part: [0, 0, 100] }],
  ['inks', { inks: ['red'] }],
  ['inks', { inks: [] }],
])('a wrong %s is refused', (option, options) => {
  expect(() => drawPicture(white, options)).toThrow(expect.objectContaining({ option }));
});
