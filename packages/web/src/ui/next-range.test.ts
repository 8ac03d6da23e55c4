import { expect, it } from 'vitest';
import { nextRange, rowsPerFrame } from './next-range.ts';

it('nextRange returns the window first, then its surroundings, with only as many new rows as fit a frame', () => {
  const near = { from: 5_000, to: 5_018 };
  const wanted = { from: 4_980, to: 5_040 };
  let shown = { from: 0, to: 40 };
  let made = 0;
  const steps = [];
  while (shown.from !== wanted.from || shown.to !== wanted.to) {
    const next = nextRange(shown, near, wanted);
    const kept = Math.max(0, Math.min(shown.to, next.to) - Math.max(shown.from, next.from));
    made = next.to - next.from - kept;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThanOrEqual(rowsPerFrame);
    shown = next;
    steps.push(shown);
  }
  const whole = steps.findIndex(({ from, to }) => from <= near.from && to >= near.to);
  expect(whole).toBe(Math.ceil(18 / rowsPerFrame) - 1);
  expect(steps.length).toBe(60 / rowsPerFrame);
  // Distant rows are removed at once, which is fast.
  expect(nextRange({ from: 4_900, to: 5_040 }, near, wanted)).toEqual(wanted);
});
