import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brakeProfile, distanceAt, moveProfile, speedAt } from './move-profile.ts';

describe('a straight move', () => {
  it('accelerates, cruises and brakes if it is long', () => {
    // Accelerates for 1 s to 1000 steps/s over 500 steps, moves 1000 steps at constant speed, brakes for 1 s to
    // rest.
    const profile = moveProfile(2000, 1000, 1000);
    expect(profile).toMatchObject({ topSpeed: 1000, rampUpMs: 1000, cruiseMs: 1000, durationMs: 3000 });
    expect([0, 500, 1000, 1500, 2000, 2500, 3000, 9999].map((ms) => distanceAt(profile, ms))).toEqual([
      0, 125, 500, 1000, 1500, 1875, 2000, 2000,
    ]);
    expect([0, 500, 1500, 2500, 3000].map((ms) => speedAt(profile, ms))).toEqual([0, 500, 1000, 500, 0]);
  });

  it('accelerates and brakes half-way if it is short', () => {
    const profile = moveProfile(250, 1000, 1000);
    expect(profile).toMatchObject({ topSpeed: 500, rampUpMs: 500, cruiseMs: 0, durationMs: 1000 });
    expect(distanceAt(profile, 500)).toBe(125);
  });

  it('takes no time if it ends where it starts', () => {
    expect(moveProfile(0, 1000, 1000).durationMs).toBe(0);
  });

  it('can be braked with the same acceleration', () => {
    const profile = brakeProfile(1000, 1000);
    expect(profile.durationMs).toBe(1000);
    expect(distanceAt(profile, 1000)).toBe(500);
  });
});

const anyMove = fc.record({
  distance: fc.integer({ min: 1, max: 1_000_000 }),
  speed: fc.integer({ min: 1, max: 20_000 }),
  acceleration: fc.integer({ min: 1, max: 400_000 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
});

it('a move ends at its target, never reverses, and can always stop before its target', () => {
  fc.assert(
    fc.property(anyMove, ({ distance, speed, acceleration, share }) => {
      const profile = moveProfile(distance, speed, acceleration);
      const nearly = distance * 1e-9 + 1e-6;
      expect(Math.abs(distanceAt(profile, profile.durationMs) - distance)).toBeLessThan(nearly);
      expect(profile.durationMs).toBeGreaterThanOrEqual((distance / speed) * 1000 * (1 - 1e-9));
      const atMs = profile.durationMs * share;
      expect(distanceAt(profile, atMs)).toBeLessThanOrEqual(distanceAt(profile, atMs * 1.1 + 1) + nearly);
      const brake = brakeProfile(speedAt(profile, atMs), acceleration);
      const stopsAt = distanceAt(profile, atMs) + distanceAt(brake, brake.durationMs);
      expect(stopsAt).toBeLessThanOrEqual(distance + nearly);
    }),
  );
});
