import { LookAheadQueue, segmentOf } from '@stationery/drawing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AxisMotion } from '../simulator/axis-motion.ts';
import { lowLevelMove, stepperMove } from './low-level-move.ts';
import { Slicer, type SlicerOptions } from './slicer.ts';

const law = { kind: 'junction-deviation', speed: 4000, acceleration: 16_000, deviation: 8 } as const;
const smooth: SlicerOptions = { minMs: 4, maxMs: 1000, toleranceSteps: 2 };

/** Slices a path from the origin through these places. Returns the pieces and the planned time. */
function slicesOf(places: { x: number; y: number }[], options = smooth) {
  const queue = new LookAheadQueue<number>({ capacity: 1000, deviation: law.deviation });
  let at = { x: 0, y: 0 };
  for (const [index, place] of places.entries()) {
    const segment = segmentOf(place.x - at.x, place.y - at.y, law);
    if (segment.length > 0) queue.add(segment, index);
    at = place;
  }
  const slicer = new Slicer<number>({ x: 0, y: 0 }, options);
  const slices = [];
  let plannedMs = 0;
  for (let begun = queue.begin(); begun !== undefined; begun = queue.begin()) {
    plannedMs += begun.profile.durationMs;
    slicer.add(begun);
    for (let slice = slicer.take(false); slice !== undefined; slice = slicer.take(false)) slices.push(slice);
  }
  for (let slice = slicer.take(true); slice !== undefined; slice = slicer.take(true)) slices.push(slice);
  return { slices, plannedMs };
}

const place = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
});

describe('the pieces of a path', () => {
  it('add up to the steps and duration of the path, and report the end of each segment once', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(1000, 25),
        (places, maxMs) => {
          const { slices, plannedMs } = slicesOf(places, { ...smooth, maxMs });
          const sum = (axis: 0 | 1) => slices.reduce((total, { piece }) => total + piece.steps[axis], 0);
          const { x, y } = places.at(-1)!;
          expect([sum(0), sum(1)]).toEqual([x + y, x - y]);
          const timeMs = slices.reduce((total, { piece }) => total + piece.durationMs, 0);
          expect(timeMs).toBeCloseTo(plannedMs, 6);
          const ended = slices.flatMap((slice) => slice.ended);
          expect(ended).toEqual([...ended].sort((one, other) => one - other));
          expect(new Set(ended).size).toBe(ended.length);
          for (const { piece } of slices) expect(piece.durationMs).toBeLessThanOrEqual(maxMs + 1e-9);
        },
      ),
    );
  });

  it('are executed by the board on time, with the motors in step', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), fc.boolean(), (places, signedRates) => {
        for (const { piece } of slicesOf(places).slices) {
          const { line, durationMs } = lowLevelMove(piece);
          const [rate1, steps1, acceleration1, rate2, steps2, acceleration2] = line
            .slice(3)
            .split(',')
            .map(Number);
          const axis = (rate: number, steps: number, acceleration: number) =>
            new AxisMotion({ accumulator: 0, rate, acceleration, steps, signedRates });
          const motors = [
            axis(rate1!, steps1!, acceleration1!),
            axis(rate2!, steps2!, acceleration2!),
          ] as const;
          for (const [at, motor] of motors.entries()) {
            // Adding 0 makes a negative 0 an ordinary one.
            const steps = piece.steps[at]! + 0;
            expect(motor.positionAt(motor.endTick)).toBe(steps);
            expect(motor.endTick * 0.04).toBeLessThanOrEqual(durationMs + 1e-9);
            if (!signedRates && steps !== 0) expect(motor.endTick * 0.04).toBeGreaterThan(durationMs - 0.05);
          }
        }
      }),
      {
        numRuns: 30,
        examples: [
          [
            [
              { x: 1414, y: -1415 },
              { x: 0, y: 0 },
            ],
            false,
          ],
        ],
      },
    );
  });

  it('are merged if they are short and nearly straight, but not at turns', () => {
    const circle = Array.from({ length: 800 }, (_, at) => ({
      x: Math.round(800 * Math.cos((at * Math.PI) / 400)) - 800,
      y: Math.round(800 * Math.sin((at * Math.PI) / 400)),
    })).slice(1);
    const { slices } = slicesOf(circle);
    const short = slices.filter(({ piece }) => piece.durationMs < 4);
    expect(slices.length).toBeLessThan(500);
    expect(short.length).toBeLessThan(4);
    // A path that goes ten steps back and forth keeps all its corners.
    const teeth = [0, 1, 2, 3].flatMap((at) => [
      { x: 20 * at, y: 10 },
      { x: 20 * at + 10, y: 0 },
    ]);
    expect(slicesOf(teeth).slices.length).toBeGreaterThanOrEqual(teeth.length);
  });

  it('have constant speed and whole milliseconds on boards without acceleration', () => {
    expect(stepperMove({ steps: [100, -50], durationMs: 25.3, startSpeed: 1, endSpeed: 2 })).toEqual({
      line: 'SM,25,100,-50',
      durationMs: 25,
    });
    // The duration is long enough for the maximum speed of the board.
    expect(stepperMove({ steps: [1000, 0], durationMs: 1, startSpeed: 1, endSpeed: 2 }).durationMs).toBe(41);
  });
});
