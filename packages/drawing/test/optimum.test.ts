import { randomNumbers } from '@stationery/contract/random-numbers';
import { expect, it } from 'vitest';
import { defaultMachine, type Machine, motionOf, pathMs, planDrawing } from '../src/index.ts';
import { drawingOf, wanderingStrokes } from './drawings.ts';
import { minTravelMs } from './optimum.ts';

const joinMm = 0.2;
const asItIs = { fit: 'none', overlapMm: 0, dropShorterThanMm: 0, simplifyMm: 0, joinMm } as const;

/** Returns the time between strokes of the plan as a multiple of the optimum. */
function ratioToOptimum(strokes: readonly (readonly number[])[], machine: Machine): number {
  const motion = motionOf(machine);
  const points = strokes.map((stroke) => Float64Array.from(stroke));
  const { timeMs } = planDrawing(drawingOf(strokes), { ...asItIs, machine });
  const drawingMs = points.reduce((sum, stroke) => sum + pathMs(stroke, motion.law), 0);
  return (timeMs - drawingMs) / minTravelMs(points, motion, joinMm);
}

/** With instant lifts and unlimited acceleration, time equals distance, which is the hardest case. */
const distanceOnly: Machine = { ...defaultMachine, penUpMs: 0, penDownMs: 0, acceleration: 1e12 };

const sizes = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

for (const [name, machine] of [
  ['on the default machine', defaultMachine],
  ['by distance alone', distanceOnly],
] as const) {
  it(`a plan of up to twelve strokes takes at most 5 % longer than the optimum, ${name}`, () => {
    const ratios = sizes.flatMap((size) =>
      Array.from({ length: size <= 8 ? 20 : 3 }, (_, seed) =>
        ratioToOptimum(wanderingStrokes(size, 3, 100 * size + seed), machine),
      ),
    );
    for (const ratio of ratios) expect(ratio).toBeGreaterThan(1 - 1e-6);
    expect(Math.max(...ratios)).toBeLessThan(1.05);
  });
}

it('a plan chooses where closed strokes start', () => {
  const random = randomNumbers(7);
  for (let round = 0; round < 20; round++) {
    const squares = Array.from({ length: 5 }, () => {
      const [x, y, side] = [20 + random() * 150, 20 + random() * 250, 5 + random() * 15];
      return [x, y, x + side, y, x + side, y + side, x, y + side, x, y];
    });
    expect(ratioToOptimum([...squares, ...wanderingStrokes(2, 3, round)], distanceOnly)).toBeLessThan(1.05);
  }
});
