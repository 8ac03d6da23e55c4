import { OrderSearch } from '../../plan/order/search.ts';
import { PlanMemory } from '../../wasm/program.ts';
import { stipplePlaces } from './stipple.ts';
import type { Style } from './style.ts';

/** Makes the cost of a link equal to its length. */
const byLength = {
  joinMm: 0,
  liftMs: 0,
  rampsMm: 0,
  rampsMs: 0,
  msPerMm: 1,
  byLongerAxis: false,
  accelerationMmMs2: Number.POSITIVE_INFINITY,
};
const seed = 1;
/** Limits the search by tries instead of time, so that the line is reproducible. */
const triesPerPoint = 12;

/** Draws one line through the points of a stippling, found by the search that orders strokes. */
export const singleLine: Style = (tone, { points }) => {
  const { x, y } = stipplePlaces(tone, points);
  const count = x.length;
  if (count < 3) return [];
  const twice = (values: Float64Array) =>
    Float64Array.from({ length: 2 * count }, (_, end) => values[end >> 1]!);
  const order = new PlanMemory().use(() => {
    const ends = { strokes: count, x: twice(x), y: twice(y) };
    const search = new OrderSearch(ends, byLength, seed, () => []);
    search.begin(count);
    search.improve(triesPerPoint * count);
    return search.tour.order.map((end) => end >> 1);
  });
  const lengthTo = (at: number) => {
    const [one, other] = [order[at]!, order[(at + count - 1) % count]!];
    return Math.hypot(x[one]! - x[other]!, y[one]! - y[other]!);
  };
  // Open the round trip at its longest link.
  let start = 0;
  for (let at = 1; at < count; at++) if (lengthTo(at) > lengthTo(start)) start = at;
  const line = new Float64Array(2 * count);
  for (let at = 0; at < count; at++) {
    const point = order[(start + at) % count]!;
    line[2 * at] = x[point]!;
    line[2 * at + 1] = y[point]!;
  }
  return [line];
};
