import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../geometry/dash.ts';
import { Polylines } from '../geometry/polylines.ts';
import { cutLines } from './cut.ts';
import { PolygonRegion } from './polygon-region.ts';
import { CombinedRegion, RectangleRegion } from './region.ts';

function line(...values: readonly number[]): Polylines {
  const lines = new Polylines();
  for (let at = 0; at < values.length; at += 2) lines.add(values[at]!, values[at + 1]!);
  lines.end(false);
  return lines;
}

function cut(lines: Polylines, region: Parameters<typeof cutLines>[1]): number[][] {
  const out = new Polylines();
  cutLines(lines, region, out);
  return out.ends.map((end, index) => [...out.points.subarray(out.ends[index - 1] ?? 0, end)]);
}

const none = () => {};
const square = new RectangleRegion(0, 0, 10, 10);

describe('cutLines', () => {
  it('cuts lines at a rectangle', () => {
    expect(cut(line(-5, 5, 15, 5), square)).toEqual([[0, 5, 10, 5]]);
    expect(cut(line(1, 1, 9, 9), square)).toEqual([[1, 1, 9, 9]]);
    expect(cut(line(20, 20, 30, 30), square)).toEqual([]);
    expect(cut(line(5, 5, 15, 5, 15, 8, 5, 8), square)).toEqual([
      [5, 5, 10, 5],
      [10, 8, 5, 8],
    ]);
  });

  it('keeps a frame on the edge of the region', () => {
    const frame = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0];
    expect(cut(line(...frame), square)).toEqual([frame]);
    const polygon = new PolygonRegion(line(...frame), false, none);
    expect(lengthOf(line(...cut(line(...frame), polygon).flat()))).toBeCloseTo(40);
  });

  it('cuts lines at a ring with both fill rules', () => {
    const ring = line(0, 0, 30, 0, 30, 30, 0, 30, 0, 0);
    for (const [x, y] of [
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
      [10, 10],
    ] as const)
      ring.add(x, y);
    ring.end(false);
    const across = line(-5, 15, 35, 15);
    expect(cut(across, new PolygonRegion(ring, true, none))).toEqual([
      [0, 15, 10, 15],
      [20, 15, 30, 15],
    ]);
    expect(
      cut(across, new PolygonRegion(ring, false, none))
        .flat()
        .filter((_, at) => at % 2 === 0),
    ).toEqual([0, 10, 20, 30]);
  });

  it('cuts lines at a union and at an intersection', () => {
    const other = new RectangleRegion(8, 0, 20, 10);
    expect(cut(line(-5, 5, 25, 5), new CombinedRegion('intersection', [square, other], none))).toEqual([
      [8, 5, 10, 5],
    ]);
    const [whole] = cut(line(-5, 5, 25, 5), new CombinedRegion('union', [square, other], none)) as [number[]];
    expect([whole[0], whole.at(-2)]).toEqual([0, 20]);
  });

  it('keeps the parts outside if requested', () => {
    const out = new Polylines();
    cutLines(line(-5, 5, 15, 5), square, out, 'outside');
    expect(out.ends.map((end, index) => [...out.points.subarray(out.ends[index - 1] ?? 0, end)])).toEqual([
      [-5, 5, 0, 5],
      [10, 5, 15, 5],
    ]);
  });

  it('recognises a box that lies entirely inside and needs no cutting', () => {
    const ring = line(0, 0, 30, 0, 30, 30, 0, 30, 0, 0);
    for (const [x, y] of [
      [10, 10],
      [20, 10],
      [20, 20],
      [10, 20],
    ] as const)
      ring.add(x, y);
    ring.end(true);
    const region = new PolygonRegion(ring, true, none);
    expect(region.surrounds(1, 1, 9, 29)).toBe(true);
    for (const box of [
      [11, 11, 19, 19],
      [6, 6, 16, 11],
      [-1, 1, 5, 5],
      [5, 5, 25, 25],
    ] as [number, number, number, number][])
      expect(region.surrounds(...box)).toBe(false);
  });

  it('agrees with point tests for random polygons', () => {
    const coordinate = fc.integer({ min: 0, max: 1000 }).map((value) => value / 10 + 0.0137);
    const polygon = fc
      .array(coordinate, { minLength: 6, maxLength: 60 })
      .map((values) => line(...values.slice(0, values.length & ~1)));
    const stroke = fc.tuple(coordinate, coordinate, coordinate, coordinate);
    fc.assert(
      fc.property(polygon, fc.boolean(), stroke, (outline, evenOdd, [x0, y0, x1, y1]) => {
        const region = new PolygonRegion(outline, evenOdd, none);
        const out = new Polylines();
        cutLines(line(x0, y0, x1, y1), region, out);
        const samples = 2000;
        let inside = 0;
        for (let step = 0; step < samples; step++) {
          const t = (step + 0.5) / samples;
          if (region.contains(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)) inside++;
        }
        const whole = Math.hypot(x1 - x0, y1 - y0);
        expect(Math.abs(lengthOf(out) - (whole * inside) / samples)).toBeLessThan(0.02 * whole + 0.1);
      }),
      { numRuns: 150 },
    );
  });
});
