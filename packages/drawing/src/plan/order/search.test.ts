import { randomNumbers } from '@stationery/contract/random-numbers';
import { describe, expect, it } from 'vitest';
import { drawingOf, wanderingStrokes } from '../../../test/drawings.ts';
import { defaultMachine, motionOf } from '../../motion/machine.ts';
import { integersBelow, pointTree } from '../../strokes/nearest.ts';
import { createPlanner } from '../planner.ts';
import { linkCost } from './link-cost.ts';
import { nearestInQuadrants } from './quadrants.ts';
import { OrderSearch } from './search.ts';

/** Returns groups of short strokes. Travel within a group is short, between groups long. */
function clusters(groups: number, perGroup: number): number[][] {
  const random = randomNumbers(21);
  return Array.from({ length: groups }, () => [15 + random() * 180, 15 + random() * 260]).flatMap(
    ([x = 0, y = 0]) =>
      Array.from({ length: perGroup }, () => {
        const [fromX, fromY] = [x + random() * 14, y + random() * 14];
        return [fromX, fromY, fromX + random() * 2, fromY + random() * 2];
      }),
  );
}

/** Returns fields of long parallel lines. */
function hatching(fields: number, rows: number): number[][] {
  return Array.from({ length: fields * rows }, (_, at) => {
    const [field, row] = [Math.floor(at / rows), at % rows];
    const [left, top] = [12 + 65 * (field % 3), 12 + 70 * Math.floor(field / 3)];
    return [left, top + row, left + 20 + 3 * field, top + row];
  });
}

describe('the first order', () => {
  it.each([
    ['clusters', clusters(25, 40)],
    ['fields of hatching', hatching(12, 50)],
    ['scattered strokes', wanderingStrokes(900, 3, 5)],
    ['a few strokes', wanderingStrokes(60, 3, 6)],
  ])('of %s is within 2 % of the result of a long search', (_, strokes) => {
    const planner = createPlanner(drawingOf(strokes), { fit: 'none' });
    const first = planner.progress.betweenMs;
    planner.improve(60 * strokes.length);
    expect(first / planner.progress.betweenMs).toBeLessThan(1.02);
  });
});

it.each([0, 9, 18, 27])(
  'nested closed lines start side by side, whatever their original start (%i)',
  (turn) => {
    const rings = Array.from({ length: 10 }, (_, ring) =>
      Array.from({ length: 37 }, (_, at) => {
        const angle = ((at + turn) * Math.PI) / 18;
        return [100 + (10 + 6 * ring) * Math.cos(angle), 100 + (10 + 6 * ring) * Math.sin(angle)];
      }).flat(),
    );
    expect(createPlanner(drawingOf(rings), { fit: 'none' }).progress.travelMm).toBeLessThan(268);
  },
);

it('a long search rarely checks all closed strokes again', () => {
  const random = randomNumbers(5);
  const strokes = 301;
  const place = () => Float64Array.from({ length: 2 * strokes }, () => 200 * random());
  let looks = 0;
  const findNothing = () => {
    looks++;
    return [];
  };
  const cost = linkCost(motionOf(defaultMachine), 0.5);
  const search = new OrderSearch({ strokes, x: place(), y: place() }, cost, 1, findNothing);
  search.improve(40 * strokes);
  expect(looks).toBeGreaterThan(1);
  expect(looks).toBeLessThan(20);
});

describe('nearestInQuadrants', () => {
  it('returns the same points as an exhaustive search', () => {
    const random = randomNumbers(3);
    const count = 400;
    const coordinate = () => Math.floor(random() * 40);
    const x = Float64Array.from({ length: count }, coordinate);
    const y = Float64Array.from({ length: count }, coordinate);
    const group = integersBelow(count).map((at) => at >> 1);
    const found = nearestInQuadrants(pointTree(x, y, integersBelow(count)), group, 2, count);
    const apart = (one: number, other: number) => (x[one]! - x[other]!) ** 2 + (y[one]! - y[other]!) ** 2;
    for (let at = 0; at < count; at++) {
      for (let quadrant = 0; quadrant < 4; quadrant++) {
        const [signX, signY] = [quadrant === 0 || quadrant === 3 ? 1 : -1, quadrant < 2 ? 1 : -1];
        const distances = Array.from(integersBelow(count))
          .filter((other) => signX * (x[other]! - x[at]!) >= 0 && signY * (y[other]! - y[at]!) >= 0)
          .filter((other) => group[other] !== group[at])
          .map((other) => apart(at, other))
          .sort((one, other) => one - other);
        const base = 2 * (4 * at + quadrant);
        const those = Array.from(found.subarray(base, base + 2)).filter((other) => other !== -1);
        expect(those.map((other) => apart(at, other))).toEqual(distances.slice(0, 2));
      }
    }
  });
});
