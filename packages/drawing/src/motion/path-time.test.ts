import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultMachine, type Machine, motionOf } from './machine.ts';
import { moveProfile } from './move-profile.ts';
import { pathMs, segmentMs } from './path-time.ts';

const rounding: Machine = { ...defaultMachine, cornerDeviationMm: 0.05 };
const ms = (points: number[], machine: Machine) => pathMs(Float64Array.from(points), motionOf(machine).law);
const straightMs = (lengthMm: number, machine: Machine) => segmentMs(lengthMm, 0, motionOf(machine).law);

describe('the time along a line', () => {
  it('is the sum of separate moves on a machine that stops at corners', () => {
    const expectedMs = straightMs(50, defaultMachine) + straightMs(3, defaultMachine);
    expect(ms([0, 0, 50, 0, 50, 3], defaultMachine)).toBeCloseTo(expectedMs);
  });

  it('equals the profile of the virtual plotter for a single move', () => {
    for (const lengthMm of [0, 0.01, 1, 9.99, 10, 10.01, 300])
      expect(straightMs(lengthMm, defaultMachine)).toBeCloseTo(moveProfile(lengthMm, 100, 1000).durationMs);
  });

  it('does not depend on points within straight lines on a machine that rounds corners', () => {
    expect(ms([0, 0, 5, 0, 20, 0, 50, 0], rounding)).toBeCloseTo(straightMs(50, rounding));
  });

  it('is shorter with flatter corners', () => {
    const corner = (degrees: number) => {
      const turn = (degrees * Math.PI) / 180;
      return ms([0, 0, 20, 0, 20 + 20 * Math.cos(turn), 20 * Math.sin(turn)], rounding);
    };
    const times = [0, 10, 45, 90, 135, 180].map(corner);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)).toBeCloseTo(ms([0, 0, 20, 0, 0, 0], defaultMachine));
  });

  it('is longer than for a straight move and shorter than with a stop at every corner', () => {
    const place = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(place, place), { minLength: 2, maxLength: 12 }), (corners) => {
        const points = corners.flat();
        let lengthMm = 0;
        for (let at = 2; at < points.length; at += 2)
          lengthMm += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
        const rounded = ms(points, rounding);
        expect(rounded).toBeLessThanOrEqual(ms(points, defaultMachine) + 1e-6);
        expect(rounded).toBeGreaterThanOrEqual(straightMs(lengthMm, rounding) - 1e-6);
      }),
    );
  });

  it('follows from speed and acceleration', () => {
    // Reaching 100 mm/s at 1000 mm/s² takes 0.1 s and 5 mm, as does braking. The 90 mm in between take 0.9 s.
    expect(ms([0, 0, 100, 0], defaultMachine)).toBeCloseTo(1100);
    expect(ms([0, 0, 0, 0], defaultMachine)).toBe(0);
  });
});
