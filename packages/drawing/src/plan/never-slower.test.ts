import { randomNumbers } from '@stationery/contract/random-numbers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingOf, wanderingStrokes } from '../../test/drawings.ts';
import { defaultMachine, type Machine } from '../motion/machine.ts';
import { planDrawing } from './plan-drawing.ts';

const machines: Readonly<Record<string, Machine>> = {
  'stops at corners': defaultMachine,
  'passes corners': { ...defaultMachine, cornerDeviationMm: 0.05, penUpSpeed: 16_000 },
  'has no acceleration': { ...defaultMachine, stepIntervalUs: 500 },
  'lifts in no time': { ...defaultMachine, penUpMs: 0, penDownMs: 0 },
};

/** Returns lines along a coarse grid in one or several places, so that many overlap and many ends meet. */
function overlapping(seed: number): number[][] {
  const random = randomNumbers(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const groups = 1 + whole(4);
  const step = [1, 4, 12][whole(3)]!;
  const points = 2 + whole([2, 6, 60][whole(3)]!);
  return Array.from({ length: 1 + whole(30) }, () => {
    const group = whole(groups);
    let [x, y] = [20 + 45 * group + step * whole(4), 40 + 50 * (group % 2) + step * whole(4)];
    const stroke = [x, y];
    for (let at = 1; at < points; at++) {
      const mm = step * (1 + whole(2)) * (random() < 0.5 ? -1 : 1);
      if (random() < 0.5) x += mm;
      else y += mm;
      stroke.push(x, y);
    }
    return stroke;
  });
}

describe.each(Object.entries(machines))('a plan for a machine that %s', (_, machine) => {
  it('is never slower, and lifts the pen no more often, than the file order or a plan that keeps all lines', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const drawing = drawingOf(overlapping(seed));
        const options = { fit: 'none', crop: 'none', machine: { ...machine, limits: null } } as const;
        const plan = planDrawing(drawing, options);
        expect(plan.timeMs).toBeLessThanOrEqual(plan.before.timeMs + 1e-6);
        const all = planDrawing(drawing, { ...options, overlapMm: 0 });
        expect(all.timeMs).toBeLessThanOrEqual(all.before.timeMs + 1e-6);
        expect(plan.timeMs).toBeLessThanOrEqual(all.timeMs + 1e-6);
        expect(plan.lifts).toBeLessThanOrEqual(all.lifts);
      }),
      // In this example, lines turn back along themselves. When these turns were removed, the order had one
      // more lift.
      { numRuns: 25, examples: [[1535301113]] },
    );
  });
});

describe.each(Object.entries(machines))('a plan of many strokes for a machine that %s', (_, machine) => {
  it('is never slower than plotting a file that is already in the best order', () => {
    const options = {
      fit: 'none',
      crop: 'none',
      overlapMm: 0,
      machine: { ...machine, limits: null },
    } as const;
    const { layers } = planDrawing(drawingOf(wanderingStrokes(150, 5, 8)), { ...options, rounds: 2000 });
    const ordered = drawingOf(layers.flatMap(({ strokes }) => strokes.map((points) => Array.from(points))));
    // With 0, the plan draws all lines; with a tolerance, it may draw overlapping lines once.
    for (const overlapMm of [0, 0.05]) {
      const { timeMs, lifts, before } = planDrawing(ordered, { ...options, overlapMm });
      expect(timeMs).toBeLessThanOrEqual(before.timeMs + 1e-6);
      expect(lifts).toBeLessThanOrEqual(before.lifts);
    }
  });
});

it('a line that crosses and overlaps itself is not cut into pieces', () => {
  // The line runs up and down across the page, then back along a part of every line.
  const line: number[] = [];
  for (let x = 20; x <= 180; x += 4) line.push(x, 20, x, 120, x + 2, 120, x + 2, 20);
  for (let x = 182; x >= 22; x -= 4) line.push(x, 50, x, 60, x - 2, 60, x - 2, 50);
  const { lifts, before } = planDrawing(drawingOf([line]), { fit: 'none' });
  expect([lifts, before.lifts]).toEqual([1, 1]);
});

it('a line that overlaps itself over long distances is not cut into pieces', () => {
  // The line runs around a square repeatedly, each time a little farther. Lifting the pen over the square
  // would take less time.
  const line: number[] = [];
  for (let round = 0; round < 12; round++)
    line.push(20, 20, 150, 20, 150, 150, 20, 150, 20, 20, 15 - round, 20, 15 - round, 30 + 8 * round, 20, 30);
  const drawing = drawingOf([line]);
  const { lifts, timeMs, before } = planDrawing(drawing, { fit: 'none' });
  expect(lifts).toBe(1);
  expect(timeMs).toBeLessThanOrEqual(before.timeMs);
});
