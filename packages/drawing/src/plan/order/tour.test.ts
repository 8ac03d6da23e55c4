import { randomNumbers } from '@stationery/contract/random-numbers';
import { expect, it } from 'vitest';
import { defaultMachine, motionOf } from '../../motion/machine.ts';
import { integersBelow } from '../../strokes/nearest.ts';
import { linkCost } from './link-cost.ts';
import { Tour } from './tour.ts';

const cost = linkCost(motionOf(defaultMachine), 0.5);

it('turnStrokes finds the best direction of each stroke in a given order', () => {
  const random = randomNumbers(7);
  for (let round = 0; round < 40; round++) {
    const strokes = 2 + Math.floor(7 * random());
    const place = () => Float64Array.from({ length: 2 * strokes }, () => Math.floor(12 * random()) / 3);
    const ends = { strokes, x: place(), y: place() };
    ends.x.fill(0, 2 * strokes - 2);
    ends.y.fill(0, 2 * strokes - 2);
    const begin = Math.floor(strokes * random());
    const order = integersBelow(strokes).map((at) => 2 * ((at + begin) % strokes));
    const turned = (which: number) => order.map((end) => end ^ ((which >> (end >> 1)) & 1));
    const all = Array.from({ length: 2 ** (strokes - 1) }, (_, which) => new Tour(ends, turned(which), cost));
    const tour = new Tour(ends, order.slice(), cost);
    tour.turnStrokes();
    expect(tour.totalMs()).toBeCloseTo(Math.min(...all.map((one) => one.totalMs())), 6);
    expect(new Tour(ends, tour.order.slice(), cost).totalMs()).toBeCloseTo(tour.totalMs(), 6);
    expect(tour.turnStrokes()).toEqual({ places: [], gainedShare: 0 });
  }
});
