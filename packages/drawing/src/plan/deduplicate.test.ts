import { randomNumbers } from '@stationery/contract/random-numbers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultMachine, type Machine, motionOf } from '../motion/machine.ts';
import { lengthOf, type StrokeSet, StrokeSetBuilder, strokeOf } from '../strokes/stroke-set.ts';
import { deduplicate as deduplicateFor } from './deduplicate.ts';
import { OverlapCost } from './overlap-cost.ts';

const fastLifts = { ...defaultMachine, penUpMs: 0, penDownMs: 0, acceleration: 1e9, penUpSpeed: 1e6 };

/** Deduplicates for a machine that lifts its pen in almost no time, so that every covered part is removed. */
function deduplicate(strokes: StrokeSet, toleranceMm: number, machine: Machine = fastLifts, joinMm = 0) {
  return deduplicateFor(strokes, toleranceMm, new OverlapCost(motionOf(machine)), joinMm);
}

function setOf(strokes: readonly (readonly number[])[]): StrokeSet {
  const builder = new StrokeSetBuilder();
  for (const points of strokes) {
    for (let at = 0; at < points.length; at += 2) builder.add(points[at]!, points[at + 1]!);
    builder.endStroke();
  }
  return builder.build();
}

function once(strokes: readonly (readonly number[])[], machine?: Machine, joinMm?: number): number[][] {
  const { strokes: left } = deduplicate(setOf(strokes), 0.05, machine, joinMm);
  return Array.from({ length: left.count }, (_, at) =>
    Array.from(strokeOf(left, at), (mm) => Math.round(mm * 1000) / 1000),
  );
}

describe('overlapping lines', () => {
  it('are drawn once if they coincide, in either direction', () => {
    const line = [0, 0, 10, 0, 10, 10];
    expect(once([line, line, [10, 10, 10, 0, 0, 0], [0.01, 0, 10, 0.01]])).toEqual([line]);
  });

  it('are drawn without the parts that other lines cover', () => {
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

  it.each([0, 90, 180, 270, 0.02, 179.98, 45, 100])('are found at %d° in either direction', (degrees) => {
    const line = (fromMm: number, toMm: number, turn: number) =>
      [fromMm, toMm].flatMap((mm) => [
        50 + mm * Math.cos(((degrees + turn) * Math.PI) / 180),
        50 + mm * Math.sin(((degrees + turn) * Math.PI) / 180),
      ]);
    for (const turn of [-0.04, 0, 0.04]) {
      for (const [one, other] of [
        [line(0, 20, 0), line(10, 30, turn)],
        [line(20, 0, 0), line(10, 30, turn)],
        [line(0, 20, 0), line(30, 10, turn)],
        [line(20, 0, 0), line(30, 10, turn)],
      ] as const) {
        expect(deduplicate(setOf([one, other]), 0.05).removedMm).toBeCloseTo(10, 2);
        expect(deduplicate(setOf([other, one]), 0.05).removedMm).toBeCloseTo(10, 2);
      }
    }
  });

  it('are drawn once on the border between two grid squares', () => {
    const square = (x: number) => [x, 0, x + 10, 0, x + 10, 10, x, 10, x, 0];
    expect(once([square(0), square(10)])).toEqual([square(0), [10, 0, 20, 0, 20, 10, 10, 10]]);
  });

  it('do not include lines that only cross, touch or run side by side', () => {
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

  it.each([0.01, 0.1, 1])('are drawn once if they are circles with a radius of %d mm', (radiusMm) => {
    const circle = Array.from({ length: 33 }, (_, at) => [
      5 + radiusMm * Math.cos((at * Math.PI) / 16),
      5 + radiusMm * Math.sin((at * Math.PI) / 16),
    ]).flat();
    const { strokes, removedMm } = deduplicate(setOf([circle, circle]), 0.05);
    expect(strokes.count).toBe(1);
    expect(removedMm).toBeCloseTo(lengthOf(strokes, 0), 6);
  });

  it('are all drawn if they are the small steps of a curve', () => {
    const spiral = Array.from({ length: 4000 }, (_, at) => [
      50 + 0.002 * at * Math.cos(at / 100),
      50 + 0.002 * at * Math.sin(at / 100),
    ]).flat();
    expect(deduplicate(setOf([spiral]), 0.05).removedMm).toBe(0);
  });

  it.each([0.04, 1 / 60, 1 / 600])('still fill an area if they are %d mm apart', (apartMm) => {
    const count = Math.round(40 / apartMm);
    const hatching = Array.from({ length: count }, (_, at) => [10, 10 + at * apartMm, 90, 10 + at * apartMm]);
    const rows = [...once(hatching).map(([, y = 0]) => y), 10 + (count - 1) * apartMm];
    const gaps = rows.slice(1).map((y, at) => y - rows[at]!);
    expect(Math.max(...gaps)).toBeLessThan(0.16);
  });

  it('are drawn once if a line returns along itself', () => {
    expect(once([[0, 0, 10, 0, 0, 0]])).toEqual([[0, 0, 10, 0]]);
  });

  it('are removed without affecting other parts of the drawing', () => {
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

  describe('on a machine that takes 0.27 s for a lift', () => {
    const drawn = [0, 0, 100, 0];
    const through = (mm: number) => [0, 5, 20, 5, 20, 0, 20 + mm, 0, 20 + mm, 5, 90, 5];

    it('are drawn again within a stroke if that is faster than lifting the pen', () => {
      expect(once([drawn, through(20)], defaultMachine)).toEqual([drawn, through(20)]);
    });

    it('are drawn again only over shorter distances if travel is faster', () => {
      const machine = { ...defaultMachine, penUpSpeed: 80_000, acceleration: 1e6 };
      expect(once([drawn, through(20)], machine)).toEqual([drawn, through(20)]);
      expect(once([drawn, through(50)], machine)).toEqual([
        drawn,
        [0, 5, 20, 5, 20, 0],
        [70, 0, 70, 5, 90, 5],
      ]);
    });

    it('are removed at an end of a stroke, unless the next stroke begins close by', () => {
      const along = [60, 5, 60, 0, 70, 0];
      expect(once([drawn, along], defaultMachine)).toEqual([drawn, [60, 5, 60, 0]]);
      const next = [70, 0, 70, 30];
      expect(once([drawn, along, next], defaultMachine)).toEqual([drawn, along, next]);
      expect(once([drawn, along, [70, 0.3, 70, 30]], defaultMachine, 0.2)[1]).toEqual([60, 5, 60, 0]);
      expect(once([drawn, along, [70, 0.3, 70, 30]], defaultMachine, 0.4)[1]).toEqual(along);
    });
  });

  it('are removed at the ends of a stroke even with repeated points', () => {
    expect(
      once([
        [0, 0, 10, 0],
        [5, 0, 5, 0, 6, 0, 6, 0, 6, 9, 6, 9],
      ]),
    ).toEqual([
      [0, 0, 10, 0],
      [6, 0, 6, 9],
    ]);
  });

  it('do not split scribbles that are too small to be worth cutting', () => {
    const step = fc.double({ min: -0.2, max: 0.2, noNaN: true });
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const scribble = fc
      .tuple(place, place, fc.array(fc.tuple(step, step), { minLength: 1, maxLength: 12 }))
      .map(([x, y, steps]) => scribbleOf(x, y, steps));
    fc.assert(
      fc.property(fc.array(scribble, { minLength: 1, maxLength: 40 }), (scribbles) => {
        const strokes = setOf(scribbles);
        const { strokes: left, removedMm } = deduplicate(strokes, 0.05, defaultMachine);
        expect(left.count).toBeLessThanOrEqual(strokes.count);
        expect(wholeLength(left) + removedMm).toBeCloseTo(wholeLength(strokes), 6);
      }),
    );
  });

  it('are all found if more than a million coincide', () => {
    const builder = new StrokeSetBuilder();
    for (let at = 0; at < 1_000_100; at++) builder.add(at % 2 === 0 ? 10 : 40, 10);
    builder.endStroke();
    const { isWhole, removedMm } = deduplicate(builder.build(), 0.05);
    expect(isWhole).toBe(true);
    expect(removedMm).toBeCloseTo(30 * 1_000_098, 3);
  });

  it('give a warning if too many are in one small area', () => {
    const random = randomNumbers(4);
    const scrawl = Array.from({ length: 100_000 }, () => 1.5 * random());
    const { isWhole, removedMm } = deduplicate(setOf([scrawl]), 0.05);
    expect(isWhole).toBe(false);
    expect(removedMm).toBeGreaterThan(0);
  });

  it('are found in limited time if thousands lie along one line', () => {
    const strokes = Array.from({ length: 20_000 }, (_, at) => [at / 1000, 0, 100 + at / 1000, 0]);
    const { strokes: left } = deduplicate(setOf(strokes), 0.05);
    expect(left.count).toBeGreaterThan(0);
    expect(left.count).toBeLessThan(20_000);
  });
});

/** Returns a scribble with as many of these steps as fit into the time of a lift. */
function scribbleOf(x: number, y: number, steps: readonly (readonly [number, number])[]): number[] {
  const points = [x, y];
  let lengthMm = 0;
  for (const [dx, dy] of steps) {
    lengthMm += Math.hypot(dx, dy);
    if (lengthMm > 1) break;
    points.push(points.at(-2)! + dx, points.at(-1)! + dy);
  }
  return points;
}

function wholeLength(strokes: StrokeSet): number {
  return Array.from({ length: strokes.count }, (_, at) => lengthOf(strokes, at)).reduce((a, b) => a + b, 0);
}
