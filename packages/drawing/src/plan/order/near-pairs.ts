import { rangeOf } from '../../strokes/range.ts';
import { byCell, type Cells } from '../cells.ts';

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
  const [minX, maxX] = rangeOf(x);
  const [minY, maxY] = rangeOf(y);
  const wide = maxX - minX;
  const high = maxY - minY;
  const reach = Math.sqrt((2 * wantedPairs(count) * wide * high) / (Math.PI * count));
  if (!(reach > 0) || wide / reach > 8192 || high / reach > 8192) return undefined;
  const columns = Math.floor(wide / reach) + 1;
  const rows = Math.floor(high / reach) + 1;
  if (columns * rows > 4 * count + 64) return undefined;
  const cells = byCell(cellsOf(x, y, minX, minY, reach, columns), columns * rows);
  return pairsIn(cells, columns, rows, x, y, reach * reach);
}

function pairsIn(
  { starts, members }: Cells,
  columns: number,
  rows: number,
  x: Float64Array,
  y: Float64Array,
  farthest: number,
): NearPairs | undefined {
  const count = x.length;
  const pairs = new Int32Array(2 * mostPairs(count) * count);
  const squared = new Float32Array(pairs.length / 2);
  let used = 0;
  let looks = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const from = starts[cell]!;
      const to = starts[cell + 1]!;
      if (from === to) continue;
      // The rest of this cell and the next one; below, the three from left to right: each pair is met once.
      const firstEnd = column + 1 < columns ? starts[cell + 2]! : to;
      const below = row + 1 < rows ? cell + columns : -1;
      const secondFrom = below < 0 ? 0 : starts[column > 0 ? below - 1 : below]!;
      const secondEnd = below < 0 ? 0 : starts[column + 1 < columns ? below + 2 : below + 1]!;
      looks += (to - from) * (firstEnd - from + secondEnd - secondFrom);
      if (looks > 40 * wantedPairs(count) * count) return undefined;
      for (let at = from; at < to; at++) {
        const point = members[at]!;
        const px = x[point]!;
        const py = y[point]!;
        if (used + 2 * (firstEnd - at + secondEnd - secondFrom) > pairs.length) return undefined;
        for (let next = at + 1; next < firstEnd; next++) {
          const dx = x[members[next]!]! - px;
          const dy = y[members[next]!]! - py;
          const apart = dx * dx + dy * dy;
          if (apart > farthest) continue;
          squared[used >> 1] = apart;
          pairs[used++] = point;
          pairs[used++] = members[next]!;
        }
        for (let next = secondFrom; next < secondEnd; next++) {
          const dx = x[members[next]!]! - px;
          const dy = y[members[next]!]! - py;
          const apart = dx * dx + dy * dy;
          if (apart > farthest) continue;
          squared[used >> 1] = apart;
          pairs[used++] = point;
          pairs[used++] = members[next]!;
        }
      }
    }
  }
  return { pairs: pairs.subarray(0, used), squared: squared.subarray(0, used >> 1) };
}

function cellsOf(
  x: Float64Array,
  y: Float64Array,
  minX: number,
  minY: number,
  reach: number,
  columns: number,
): Int32Array {
  const cells = new Int32Array(x.length);
  for (let at = 0; at < x.length; at++)
    cells[at] = Math.floor((y[at]! - minY) / reach) * columns + Math.floor((x[at]! - minX) / reach);
  return cells;
}
