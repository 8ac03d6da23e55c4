import { expect, it } from 'vitest';
import { Pace } from './paint-timing.ts';

it('as much is painted in a frame as frames stay smooth with', () => {
  const pace = new Pace();
  let nowMs = 1000;
  const after = (ms: number, frames = 1) => {
    let points = 0;
    for (let frame = 0; frame < frames; frame++) {
      nowMs += ms;
      points = pace.next(nowMs);
    }
    return points;
  };
  const first = after(0);
  expect(after(16)).toBeGreaterThan(first);
  expect(after(16, 40)).toBe(64_000);
  expect(after(90, 3)).toBe(8000);
  // From neither between the two nor a pause is anything learnt.
  expect(after(30)).toBe(8000);
  expect(after(5000)).toBe(8000);
  pace.begin();
  expect(after(100)).toBe(8000);
  expect(after(90, 9)).toBe(1000);
});
