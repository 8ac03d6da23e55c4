import { randomNumbers } from '@stationery/contract/random-numbers';
import { describe, expect, it } from 'vitest';
import { boxAroundArea } from '../src/area/area.ts';
import { combineAreas, normaliseArea, type Operation } from '../src/area/combine-areas.ts';
import type { Box } from '../src/geometry/box.ts';
import { Polylines } from '../src/geometry/polylines.ts';
import { distanceToEdges, holds, sizeOf } from './support/area-reference.ts';
import { randomAreas } from './support/random-areas.ts';

/**
 * Number of random pairs. For a full run: AREA_FUZZ_ROUNDS=100000 npm run unit
 * packages/drawing/test/area-fuzz.test.ts
 */
const rounds = Number(process.env.AREA_FUZZ_ROUNDS ?? 300);
const firstSeed = Number(process.env.STATIONERY_SEED ?? 1);

const expected: Readonly<Record<Operation, (one: boolean, other: boolean) => boolean>> = {
  union: (one, other) => one || other,
  intersect: (one, other) => one && other,
  subtract: (one, other) => one && !other,
};

/** Returns how far a point may be off: a few units of the grid on which areas of this size are combined. */
function slackOf({ minX, minY, maxX, maxY }: Box): number {
  const size = Math.max(maxX - minX, maxY - minY);
  const farthest = Math.max(-minX, -minY, maxX, maxY);
  return 4 * Math.max(size / 2 ** 23, Math.min(2 ** -13, size / 2 ** 19), farthest * 2 ** -48);
}

function check(seed: number): void {
  const random = randomNumbers(seed);
  const [one, other] = randomAreas(random);
  let work = 0;
  const count = (units: number) => {
    work += units;
  };
  const combine = (operation: Operation) => combineAreas(one, other, operation, count);
  const answers = { union: combine('union'), intersect: combine('intersect'), subtract: combine('subtract') };
  const everything = new Polylines();
  for (const { rings } of [one, other])
    for (let at = 0; at < rings.length; at += 2) everything.add(rings.points[at]!, rings.points[at + 1]!);
  everything.end(true);
  const box = boxAroundArea({ rings: everything, rule: 'nonzero' });
  const slack = box === undefined ? 0 : slackOf(box);
  const fail = (message: string) => {
    throw new Error(`seed ${seed}: ${message}`);
  };
  if (box !== undefined)
    for (let tries = 0; tries < 8; tries++) {
      const [x, y] = [
        box.minX + (box.maxX - box.minX) * (random() * 1.1 - 0.05),
        box.minY + (box.maxY - box.minY) * (random() * 1.1 - 0.05),
      ];
      if (Math.min(distanceToEdges(one, x, y), distanceToEdges(other, x, y)) < slack) continue;
      for (const operation of Object.keys(answers) as Operation[]) {
        const wanted = expected[operation](holds(one, x, y), holds(other, x, y));
        for (const rule of ['nonzero', 'evenodd'] as const)
          if (holds(answers[operation], x, y, rule) !== wanted)
            fail(`${operation} is wrong at ${x}, ${y} by ${rule}`);
      }
    }
  const sizes = Object.values(answers).map(sizeOf);
  const [union, intersection, rest] = sizes as [
    ReturnType<typeof sizeOf>,
    ReturnType<typeof sizeOf>,
    ReturnType<typeof sizeOf>,
  ];
  const [a, b] = [sizeOf(normaliseArea(one, count)), sizeOf(normaliseArea(other, count))];
  const allowed = slack * (sizeOf(one).length + sizeOf(other).length + slack) * 2;
  if (sizes.some(({ surface }) => surface < -allowed)) fail('a surface is negative');
  if (Math.abs(union.surface + intersection.surface - a.surface - b.surface) > allowed)
    fail(`union and intersection have ${union.surface + intersection.surface} of ${a.surface + b.surface}`);
  if (Math.abs(rest.surface + intersection.surface - a.surface) > allowed)
    fail(`difference and intersection have ${rest.surface + intersection.surface} of ${a.surface}`);
  for (const { rings } of Object.values(answers))
    if (!rings.points.subarray(0, rings.length).every(Number.isFinite)) fail('a point is not a number');
  const edges = (one.rings.length + other.rings.length) / 2;
  if (work > 20_000 + 5000 * edges * edges) fail(`${work} steps for ${edges} edges`);
}

describe('random areas', () => {
  it(
    `are combined correctly at all sampled points: ${rounds} pairs, plain and degenerate`,
    () => {
      const failures: string[] = [];
      for (let seed = firstSeed; seed < firstSeed + rounds && failures.length < 20; seed++) {
        try {
          check(seed);
        } catch (error) {
          failures.push(String(error));
        }
      }
      expect(failures).toEqual([]);
    },
    120_000 + rounds * 200,
  );
});
