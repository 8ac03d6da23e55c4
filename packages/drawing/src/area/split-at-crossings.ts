import type { Work } from './area.ts';
import { PairTable } from './pair-table.ts';
import { SegmentCells } from './segment-cells.ts';
import { mergeSegments, type Segments } from './segments.ts';
import { Splits } from './splits.ts';

/** One repair is almost always enough, because each moves a point by at most a unit. */
const maxRepairs = 20;
const workOfEntry = 4;
const workOfLook = 2;
/** Work units per split. A crossing takes about 100 bytes, so this also limits memory. */
const workOfSplit = 25;

/**
 * Splits segments where they meet, so that two segments share nothing but end points unless they are equal.
 * Crossings are moved to the grid. That could create new crossings, so every segment that passes through the
 * grid cell of an end or a crossing is routed through the centre of that cell (snap rounding).
 */
export function splitAtCrossings(segments: Segments, extent: number, work: Work): Segments {
  let [current] = mergeSegments(segments, 0);
  [current] = mergeSegments(snapRounded(current, extent, work), 0);
  let oldCount = 0;
  // Rounding can put a crossing into a wrong grid cell, so in rare cases some crossings remain.
  for (let repair = 0; repair < maxRepairs; repair++) {
    const splits = new Splits(current);
    const cells = new SegmentCells(current, extent);
    work(cells.entries * workOfEntry);
    cells.pairs(oldCount, work, (one, other) => addMeeting(current, one, other, splits));
    if (splits.count === 0) break;
    work(splits.count * workOfSplit);
    [current, oldCount] = mergeSegments(...splits.apply());
  }
  return current;
}

function snapRounded(segments: Segments, extent: number, work: Work): Segments {
  const cells = new SegmentCells(segments, extent);
  work(cells.entries * workOfEntry);
  const hot = new PairTable();
  for (let index = 0; index < segments.count; index++) {
    hot.add(segments.x0[index]!, segments.y0[index]!);
    hot.add(segments.x1[index]!, segments.y1[index]!);
  }
  cells.pairs(0, work, (one, other) => {
    const crossing = crossingOf(segments, one, other);
    if (crossing === undefined) return;
    work(workOfSplit);
    hot.add(...crossing);
  });
  const splits = new Splits(segments);
  for (let at = 0; at < hot.size; at++) {
    const x = hot.firsts[at] as number;
    const y = hot.seconds[at] as number;
    const near = cells.near(x, y);
    work(near.length * workOfLook);
    const before = splits.count;
    for (const index of near) if (passes(segments, index, x, y, 0.5)) splits.add(index, x, y);
    work((splits.count - before) * workOfSplit);
  }
  return splits.count === 0 ? segments : splits.apply()[0];
}

/**
 * Whether a segment passes through the square of half width `half` around a point that is not one of its ends.
 */
function passes({ x0, y0, x1, y1 }: Segments, index: number, x: number, y: number, half: number): boolean {
  const ax = x0[index] as number;
  const bx = x1[index] as number;
  if (x < Math.min(ax, bx) || x > Math.max(ax, bx)) return false;
  const ay = y0[index] as number;
  const by = y1[index] as number;
  if (y < Math.min(ay, by) || y > Math.max(ay, by)) return false;
  if ((x === ax && y === ay) || (x === bx && y === by)) return false;
  const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  return side === 0 || Math.abs(side) < half * (Math.abs(bx - ax) + Math.abs(by - ay));
}

/** Returns where two segments cross; undefined if they do not cross or only touch. */
function crossingOf({ x0, y0, x1, y1 }: Segments, one: number, other: number): [number, number] | undefined {
  const ax = x0[one] as number;
  const bx = x1[one] as number;
  const cx = x0[other] as number;
  const dx = x1[other] as number;
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return undefined;
  const ay = y0[one] as number;
  const by = y1[one] as number;
  const cy = y0[other] as number;
  const dy = y1[other] as number;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return undefined;
  // On which side of each segment the ends of the other one lie; exact.
  const c = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const d = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax);
  if (!((c < 0 && d > 0) || (c > 0 && d < 0))) return undefined;
  const a = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx);
  const b = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx);
  if (!((a < 0 && b > 0) || (a > 0 && b < 0))) return undefined;
  const share = a / (a - b);
  return [Math.round(ax + share * (bx - ax)), Math.round(ay + share * (by - ay))];
}

function addMeeting(segments: Segments, one: number, other: number, splits: Splits): void {
  const { x0, y0, x1, y1 } = segments;
  const cross = (index: number, x: number, y: number) => {
    if (passes(segments, index, x, y, 0)) splits.add(index, x, y);
  };
  cross(one, x0[other]!, y0[other]!);
  cross(one, x1[other]!, y1[other]!);
  cross(other, x0[one]!, y0[one]!);
  cross(other, x1[one]!, y1[one]!);
  const crossing = crossingOf(segments, one, other);
  if (crossing === undefined) return;
  for (const index of [one, other]) {
    const [x, y] = crossing;
    const isEnd = (x === x0[index] && y === y0[index]) || (x === x1[index] && y === y1[index]);
    if (!isEnd) splits.add(index, x, y);
  }
}
