import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AxisMotion, type AxisMove, fullAccumulator } from './axis-motion.ts';

/** Computes the motion of an axis tick by tick, as described in the command reference of the board. */
function additions(
  { rate, acceleration, steps, ...move }: AxisMove & { accumulator: number },
  ticks: number,
) {
  const flips = move.signedRates && steps !== undefined && steps < 0;
  let speed = (flips ? -rate : rate) - Math.trunc((flips ? -acceleration : acceleration) / 2);
  let sum = move.accumulator;
  let [position, made, tick] = [0, 0, 0];
  while (tick < ticks && (steps === undefined || made < Math.abs(steps))) {
    tick++;
    speed += flips ? -acceleration : acceleration;
    if (speed < 0 && !move.signedRates) speed += fullAccumulator;
    sum += speed;
    if (sum >= 0 && sum < fullAccumulator) continue;
    sum += sum < 0 ? fullAccumulator : -fullAccumulator;
    made++;
    position += move.signedRates ? (speed < 0 ? -1 : 1) : (steps ?? 1) < 0 ? -1 : 1;
  }
  return { tick, position, made, accumulator: sum };
}

const anyMove = fc.record({
  accumulator: fc.nat(fullAccumulator - 1),
  rate: fc.integer({ min: 1_000_000, max: fullAccumulator / 2 }),
  acceleration: fc.integer({ min: -200_000, max: 200_000 }),
  steps: fc.integer({ min: -300, max: 300 }),
  signedRates: fc.boolean(),
});

describe('an axis', () => {
  it('matches the arithmetic of the board at every tick', () => {
    fc.assert(
      fc.property(anyMove, fc.nat(3000), (move, tick) => {
        fc.pre(move.rate + 2 * move.acceleration > 0);
        const motion = new AxisMotion(move);
        const some = additions(move, tick);
        expect(motion.positionAt(tick)).toBe(some.position);
        expect(motion.madeAt(tick)).toBe(some.made);
        expect(motion.accumulatorAt(tick)).toBe(some.accumulator);
        if (motion.endTick > 100_000) return;
        const all = additions(move, motion.endTick + 1);
        expect(motion.endTick).toBe(all.tick);
        expect(motion.positionAt(motion.endTick + 9)).toBe(all.position);
        expect(Math.abs(all.made)).toBe(Math.abs(move.steps));
      }),
      { numRuns: 150 },
    );
  });

  it('matches the examples of the command reference', () => {
    const from45to250 = { accumulator: 0, rate: 3_865_471, acceleration: 1732, signedRates: false };
    const steps = new AxisMotion({ ...from45to250, steps: 60 });
    expect(steps.endTick).toBeGreaterThan(10_160);
    expect(steps.endTick).toBeLessThan(10_180);
    expect(new AxisMotion({ ...from45to250, steps: undefined }, 10_169).positionAt(10_169)).toBe(60);
    const even = { accumulator: 0, rate: 85_899_346, acceleration: 0, steps: -10, signedRates: false };
    expect(new AxisMotion(even).endTick).toBe(250);
    expect(new AxisMotion(even).positionAt(250)).toBe(-10);
  });

  it('does not move without steps or without a rate', () => {
    const none = { accumulator: 5, rate: 0, acceleration: 0, steps: 5, signedRates: true };
    expect(new AxisMotion(none).endTick).toBe(0);
    expect(new AxisMotion({ ...none, rate: 9, steps: 0 }).accumulatorAt(100)).toBe(5);
  });
});
