import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deduplicate } from './deduplicate.ts';
import { type StrokeSet, StrokeSetBuilder, strokeOf } from './stroke-set.ts';

function setOf(strokes: readonly (readonly number[])[]): StrokeSet {
  const builder = new StrokeSetBuilder();
  for (const points of strokes) {
    for (let at = 0; at < points.length; at += 2) builder.add(points[at]!, points[at + 1]!);
    builder.endStroke();
  }
  return builder.build();
}

function once(strokes: readonly (readonly number[])[]): number[][] {
  const { strokes: left } = deduplicate(setOf(strokes), 0.05);
  return Array.from({ length: left.count }, (_, at) =>
    Array.from(strokeOf(left, at), (mm) => Math.round(mm * 1000) / 1000),
  );
}

describe('lines over each other', () => {
  it('are drawn once when they are the same, in either direction', () => {
    const line = [0, 0, 10, 0, 10, 10];
    expect(once([line, line, [10, 10, 10, 0, 0, 0], [0.01, 0, 10, 0.01]])).toEqual([line]);
  });

  it('are drawn as far as they are not covered', () => {
    expect(
      once([
        [0, 0, 10, 0],
        [5, 0, 20, 0],
      ]),
    ).toEqual([
      [0, 0, 10, 0],
      [10, 0, 20, 0],
    ]);
    expect(
      once([
        [4, 4, 6, 6],
        [0, 0, 10, 10],
      ]),
    ).toEqual([
      [4, 4, 6, 6],
      [0, 0, 4, 4],
      [6, 6, 10, 10],
    ]);
    expect(
      once([
        [0, 0, 10, 0],
        [2, 0, 3, 0],
        [3, 0.02, 7, 0.02],
      ]),
    ).toEqual([[0, 0, 10, 0]]);
  });

  it('are drawn once between squares that share a side', () => {
    const square = (x: number) => [x, 0, x + 10, 0, x + 10, 10, x, 10, x, 0];
    expect(once([square(0), square(10)])).toEqual([square(0), [10, 0, 20, 0, 20, 10, 10, 10]]);
  });

  it('are not taken for the same when they only cross, touch, or run side by side', () => {
    const strokes = [
      [0, 0, 10, 10],
      [0, 10, 10, 0],
      [10, 10, 20, 20],
      [0, 0.2, 10, 10.2],
      [0, 0, 10, 0],
      [0, 0, 10, 1],
    ];
    expect(once(strokes)).toEqual(strokes);
  });

  it('that go there and back are drawn there', () => {
    expect(once([[0, 0, 10, 0, 0, 0]])).toEqual([[0, 0, 10, 0]]);
  });

  it('leave every place of the drawing drawn', () => {
    const along = fc.integer({ min: 0, max: 40 });
    const line = fc.tuple(along, along, fc.constantFrom(0, 1, 2)).filter(([from, to]) => from !== to);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        const drawn = new Set<string>();
        for (const [from, to, row] of lines)
          for (let at = Math.min(from, to); at < Math.max(from, to); at++) drawn.add(`${row} ${at}`);
        const again = once(lines.map(([from, to, row]) => [from, row, to, row]));
        const pieces = again.flatMap((points) => {
          const [from, row, to] = points as [number, number, number];
          const low = Math.min(from, to);
          return Array.from({ length: Math.abs(to - from) }, (_, at) => `${row} ${low + at}`);
        });
        expect(pieces.sort()).toEqual([...drawn].sort());
      }),
    );
  });

  it('of which there are thousands along one line come to an end', () => {
    const strokes = Array.from({ length: 20_000 }, (_, at) => [at / 1000, 0, 100 + at / 1000, 0]);
    const { strokes: left } = deduplicate(setOf(strokes), 0.05);
    expect(left.count).toBeGreaterThan(0);
    expect(left.count).toBeLessThan(20_000);
  });
});
