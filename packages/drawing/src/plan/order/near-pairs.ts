import { boxOfPoints } from '../../strokes/box-of-points.ts';
import { addUp } from '../cells.ts';

/**
 * Wanted of each point: with fewer there are more rounds, with more there is more to sort. Of few points more are wanted:
 * a search among them follows.
 */
const wantedPairs = (points: number) => (points <= 6000 ? 5 : points <= 12_000 ? 3 : 1.6);
const mostPairs = (points: number) => 5 * wantedPairs(points);

export interface NearPairs {
  /** One, other, one, other, … */
  readonly pairs: Int32Array;
  /** How far they are apart, squared. */
  readonly squared: Float32Array;
}

/**
 * All pairs of points that are nearer than a distance at which an evenly filled area has a few for each point, in a
 * grid of that size. Undefined where the points lie too unevenly for that.
 */
export function nearPairs(x: Float64Array, y: Float64Array): NearPairs | undefined {
  const count = x.length;
  const { minX, minY, maxX, maxY } = boxOfPoints(x, y);
  const wide = maxX - minX;
  const high = maxY - minY;
  const reach = Math.sqrt((2 * wantedPairs(count) * wide * high) / (Math.PI * count));
  if (!(reach > 0) || wide / reach > 8192 || high / reach > 8192) return undefined;
  const columns = Math.floor(wide / reach) + 1;
  const rows = Math.floor(high / reach) + 1;
  if (columns * rows > 4 * count + 64) return undefined;
  const starts = new Uint32Array(columns * rows + 1);
  const cellOf = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const cell = (((y[at]! - minY) / reach) | 0) * columns + (((x[at]! - minX) / reach) | 0);
    cellOf[at] = cell;
    starts[cell]!++;
  }
  addUp(starts);
  return pairsIn(cellsOf(starts, cellOf, x, y), columns, reach);
}

/** Points by cell; their places beside them, so that a look at a cell is a look at one place in memory. */
interface Cells {
  /** Where each cell begins, with one more for the end. */
  readonly starts: Uint32Array;
  readonly members: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** From the last point on, so that those of one cell are in their order; `starts` are where the cells end, and count back. */
function cellsOf(starts: Uint32Array, cellOf: Int32Array, x: Float64Array, y: Float64Array): Cells {
  const members = new Int32Array(x.length);
  const memberX = new Float64Array(x.length);
  const memberY = new Float64Array(x.length);
  for (let at = x.length - 1; at >= 0; at--) {
    const slot = --starts[cellOf[at]!]!;
    members[slot] = at;
    memberX[slot] = x[at]!;
    memberY[slot] = y[at]!;
  }
  return { starts, members, x: memberX, y: memberY };
}

function pairsIn({ starts, members, x, y }: Cells, columns: number, reach: number): NearPairs | undefined {
  const count = x.length;
  const farthest = reach * reach;
  const pairs = new Int32Array(2 * mostPairs(count) * count);
  const squared = new Float32Array(pairs.length / 2);
  const last = starts.length - 2;
  const mostLooks = 40 * wantedPairs(count) * count;
  let used = 0;
  let looks = 0;
  for (let cell = 0; cell <= last; cell++) {
    const from = starts[cell]!;
    const to = starts[cell + 1]!;
    if (from === to) continue;
    // The rest of this cell and the next one; below, the three from left to right: each pair is met once.
    const column = cell % columns;
    const below = cell + columns;
    const isLast = column + 1 === columns;
    const firstEnd = isLast ? to : starts[cell + 2]!;
    const secondFrom = below > last ? 0 : starts[column > 0 ? below - 1 : below]!;
    const secondEnd = below > last ? 0 : starts[isLast ? below + 1 : below + 2]!;
    looks += (to - from) * (firstEnd - from + secondEnd - secondFrom);
    if (looks > mostLooks) return undefined;
    for (let at = from; at < to; at++) {
      const px = x[at]!;
      const py = y[at]!;
      if (used + 2 * (firstEnd - at + secondEnd - secondFrom) > pairs.length) return undefined;
      for (let next = at + 1; next !== secondEnd; next++) {
        if (next === firstEnd) {
          if (secondFrom === secondEnd) break;
          next = secondFrom;
        }
        const dx = x[next]! - px;
        const dy = y[next]! - py;
        const apart = dx * dx + dy * dy;
        if (apart > farthest) continue;
        squared[used >> 1] = apart;
        pairs[used++] = members[at]!;
        pairs[used++] = members[next]!;
      }
    }
  }
  return { pairs: pairs.subarray(0, used), squared: squared.subarray(0, used >> 1) };
}
