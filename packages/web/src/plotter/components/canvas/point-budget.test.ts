import { expect, it } from 'vitest';
import { PointBudget } from './point-budget.ts';

it('PointBudget allows as many points per frame as can be painted smoothly', () => {
  const budget = new PointBudget();
  let nowMs = 1000;
  const after = (ms: number, frames = 1) => {
    let points = 0;
    for (let frame = 0; frame < frames; frame++) {
      nowMs += ms;
      points = budget.next(nowMs);
    }
    return points;
  };
  const first = after(0);
  expect(after(16)).toBeGreaterThan(first);
  expect(after(16, 40)).toBe(64_000);
  expect(after(90, 3)).toBe(8000);
  // A medium frame time or a long pause does not change the budget.
  expect(after(30)).toBe(8000);
  expect(after(5000)).toBe(8000);
  budget.restart();
  expect(after(100)).toBe(8000);
  expect(after(90, 9)).toBe(1000);
});
