import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReducedMotionThrottle } from './reduced-motion-throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('ReducedMotionThrottle paints at once, then at most ten times a second, and always the last step', () => {
  const pace = new ReducedMotionThrottle();
  const paintedMs: number[] = [];
  const ask = () =>
    pace.whenDue(Date.now(), () => {
      paintedMs.push(Date.now() - startMs);
      pace.painted(Date.now());
    });
  const startMs = Date.now();
  for (let frame = 0; frame < 16; frame++) {
    ask();
    vi.advanceTimersByTime(16);
  }
  vi.advanceTimersByTime(1000);
  expect(paintedMs).toEqual([0, 100, 200, 300]);
  ask();
  expect(paintedMs.at(-1)).toBe(1256);
  ask();
  pace.cancel();
  vi.advanceTimersByTime(1000);
  expect(paintedMs).toHaveLength(5);
});
