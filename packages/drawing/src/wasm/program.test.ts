import { randomNumbers } from '@stationery/contract/random-numbers';
import { expect, it } from 'vitest';
import { defaultMachine, motionOf } from '../motion/machine.ts';
import { linkCost } from '../plan/order/link-cost.ts';
import { Tour } from '../plan/order/tour.ts';
import { integersBelow } from '../strokes/nearest.ts';
import { sortedByNumber } from '../strokes/sort-by-length.ts';
import { put } from './numbers.ts';
import { newProgram, PlanMemory, withProgram } from './program.ts';

const cost = linkCost(motionOf(defaultMachine), 0.2);

it('memory allocated by a task is freed afterwards, even if the task fails', () => {
  const before = withProgram((program) => program.nextFree());
  withProgram((program) => put(program, new Float64Array(1000)));
  expect(() =>
    withProgram((program) => {
      program.take(1000);
      throw new Error('no more');
    }),
  ).toThrow('no more');
  expect(withProgram((program) => program.nextFree())).toBe(before);
});

it('a large memory is not kept after its task', () => {
  const sizeNow = () => withProgram((program) => program.memory.buffer.byteLength);
  const size = sizeNow();
  withProgram((program) => program.take(2 ** 27));
  expect(sizeNow()).toBeLessThanOrEqual(size);
});

it('a tour can read its arrays after its memory has grown', () => {
  const ends = { strokes: 3, x: Float64Array.of(1, 2, 3, 4, 0, 0), y: new Float64Array(6) };
  const tour = new Tour(ends, Int32Array.of(4, 0, 2), cost);
  const before = tour.order;
  tour.program.take(2 ** 24);
  expect(before).toHaveLength(0);
  expect([...tour.order]).toEqual([4, 0, 2]);
  expect([...tour.ends.x]).toEqual([...ends.x]);
  expect(tour.positionOf(3)).toBe(2);
});

it('link costs are equal in TypeScript and WebAssembly', () => {
  const random = randomNumbers(3);
  const motion = motionOf(defaultMachine);
  const travelLaw = { kind: 'step-interval', intervalMs: 2, stepLength: 0.1 } as const;
  const byLongerAxis = linkCost({ ...motion, travelLaw }, 0.5);
  for (const ways of [linkCost(motion, 0.5), byLongerAxis]) {
    const place = () => Float64Array.from({ length: 200 }, () => (random() < 0.5 ? 0.6 : 60) * random());
    const ends = { strokes: 100, x: place(), y: place() };
    const tour = new Tour(
      ends,
      integersBelow(100).map((at) => 2 * at),
      ways,
    );
    for (let end = 0; end < 199; end++) {
      const [dx, dy] = [ends.x[end]! - ends.x[end + 1]!, ends.y[end]! - ends.y[end + 1]!];
      expect(tour.costOfWay(dx, dy, end + 1 < 198)).toBe(tour.program.costMs(end, end + 1));
    }
  }
});

it('parts of a plan share a memory without overwriting each other', () => {
  const orderOf = (step: number) => {
    const ends = { strokes: 3, x: Float64Array.of(step, 2, 3, 4, 0, 0), y: new Float64Array(6) };
    return new Tour(ends, Int32Array.of(4, 0, 2), cost);
  };
  const steps = [1, 20, 300];
  const alone = steps.map(orderOf);
  const together = new PlanMemory().use(() => {
    const tours = steps.map(orderOf);
    // Later work allocates and frees memory behind the arrays that are kept.
    sortedByNumber(Uint32Array.of(3, 1, 2));
    return [...tours, orderOf(4000)];
  });
  expect(new Set(alone.map((tour) => tour.order.buffer)).size).toBe(3);
  expect(new Set(together.map((tour) => tour.order.buffer)).size).toBe(1);
  for (const [at, tour] of alone.entries()) {
    expect(together[at]?.totalMs()).toBe(tour.totalMs());
    expect([...together[at]!.ends.x]).toEqual([...tour.ends.x]);
    expect([...together[at]!.order]).toEqual([4, 0, 2]);
  }
});

it('a task that keeps no data leaves the memory empty', () => {
  expect(() => withProgram(() => newProgram())).toThrow('would be free');
});

it('memory stays within the address space', () => {
  expect(() => newProgram().take(2 ** 32 - 1)).toThrow('unreachable');
});

it('sortedByNumber sorts integers stably by all bits', () => {
  const numbers = Uint32Array.from({ length: 5000 }, (_, at) => Math.imul(at % 1700, 0x9e3779b1) >>> 1);
  const expected = Array.from(numbers.keys()).toSorted((a, b) => numbers[a]! - numbers[b]! || a - b);
  expect([...sortedByNumber(numbers)]).toEqual(expected);
  expect([...sortedByNumber(new Uint32Array(0))]).toEqual([]);
});
