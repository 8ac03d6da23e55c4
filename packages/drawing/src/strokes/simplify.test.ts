import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplify } from './simplify.ts';
import { type StrokeSet, StrokeSetBuilder, strokeOf } from './stroke-set.ts';

type Place = readonly [number, number];

const setOf = (strokes: readonly (readonly Place[])[]): StrokeSet => {
  const builder = new StrokeSetBuilder();
  for (const places of strokes) {
    for (const [x, y] of places) builder.add(x, y);
    builder.endStroke();
  }
  return builder.build();
};

const placesOf = (set: StrokeSet): Place[][] =>
  Array.from({ length: set.count }, (_, stroke) => {
    const points = strokeOf(set, stroke);
    return Array.from({ length: points.length / 2 }, (__, at) => [points[2 * at]!, points[2 * at + 1]!]);
  });

/**
 * Returns the squared distance of a point from a line. Squared, because two different distances may have the
 * same root, and then a different point would be farthest.
 */
const squaredOffLine = ([x, y]: Place, [ax, ay]: Place, [bx, by]: Place): number => {
  const squared = (bx - ax) ** 2 + (by - ay) ** 2;
  const along = squared === 0 ? 0 : ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
  const share = Math.min(1, Math.max(0, along));
  return (x - ax - share * (bx - ax)) ** 2 + (y - ay - share * (by - ay)) ** 2;
};

/**
 * The textbook algorithm: if all points are within the tolerance of the line, drops them, otherwise keeps the
 * farthest and continues on both sides.
 */
const asInTheBooks = (places: readonly Place[], toleranceMm: number): Place[] => {
  const [first, last] = [places[0]!, places.at(-1)!];
  let [farthest, most] = [0, toleranceMm ** 2];
  for (let at = 1; at < places.length - 1; at++) {
    const off = squaredOffLine(places[at]!, first, last);
    if (off > most) [farthest, most] = [at, off];
  }
  if (farthest === 0) return [first, last];
  const before = asInTheBooks(places.slice(0, farthest + 1), toleranceMm);
  return [...before, ...asInTheBooks(places.slice(farthest), toleranceMm).slice(1)];
};

describe('simplifying', () => {
  it('removes points on straight lines, but no corners', () => {
    const zigzag: Place[] = [
      [0, 0],
      [5, 9],
      [10, 0],
      [15, 9],
    ];
    const straight: Place[] = [
      [0, 0],
      [1, 0.001],
      [2, 0],
      [3, 0],
    ];
    expect(placesOf(simplify(setOf([zigzag, straight, zigzag]), 0.02).strokes)).toEqual([
      zigzag,
      [
        [0, 0],
        [3, 0],
      ],
      zigzag,
    ]);
  });

  it('keeps turning points if overlapping lines are all drawn', () => {
    const thrice: Place[] = [
      [0, 0],
      [4, 0.001],
      [8, 0],
      [0, 0],
      [12, 0],
    ];
    const set = setOf([thrice]);
    expect(placesOf(simplify(set, 0.02).strokes)).toEqual([[thrice[0], thrice[4]]]);
    expect(placesOf(simplify(set, 0.02, true).strokes)).toEqual([
      [thrice[0], thrice[2], thrice[3], thrice[4]],
    ]);
    expect(simplify(set, 0.02)).toMatchObject({ turnsBack: true });
    expect(simplify(setOf([thrice.slice(0, 3)]), 0.02)).toMatchObject({ turnsBack: false });
  });

  it('gives the same result as Douglas–Peucker for random strokes', () => {
    const step = fc.oneof(
      fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      fc.integer({ min: -1, max: 1 }),
      fc.double({ min: -8, max: 8, noNaN: true }),
    );
    const stroke = fc.array(fc.tuple(step, step), { minLength: 2, maxLength: 5 }).map((steps) => {
      let [x, y] = [100, 100];
      return steps.map(([dx, dy]): Place => {
        x += dx;
        y += dy;
        return [x, y];
      });
    });
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 6 }), (strokes) => {
        const expected = strokes.map((places) => asInTheBooks(places, 0.05));
        expect(placesOf(simplify(setOf(strokes), 0.05).strokes)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
