import {
  addUp,
  Float32s,
  Float64s,
  float32s,
  float64s,
  freeFrom,
  Int32s,
  int32s,
  nextFree,
  zeros,
} from './memory';

/**
 * Wanted of each point: with fewer there are more rounds, with more there is more to sort. Of few points more are wanted:
 * a search among them follows.
 */
function wantedPairs(points: i32): f64 {
  return points <= 6000 ? 5 : points <= 12_000 ? 3 : 1.6;
}

function maxPairs(points: i32): i32 {
  return <i32>(5 * wantedPairs(points) * <f64>points);
}

/** One, other, one, other, … */
export let pairs: Int32s = changetype<Int32s>(0);
/** How far they are apart, squared. */
export let squared: Float32s = changetype<Float32s>(0);
export let pairCount: i32 = 0;

/**
 * Finds all pairs of points that are nearer than a distance at which an evenly filled area has a few for each point, in
 * a grid of that size. Returns false if the points lie too unevenly for that.
 */
export function findNearPairs(x: Float64s, y: Float64s, count: i32): bool {
  let minX: f64 = Infinity;
  let minY: f64 = Infinity;
  let maxX: f64 = -Infinity;
  let maxY: f64 = -Infinity;
  for (let at = 0; at < count; at++) {
    minX = min(minX, x[at]);
    minY = min(minY, y[at]);
    maxX = max(maxX, x[at]);
    maxY = max(maxY, y[at]);
  }
  const wide = maxX - minX;
  const high = maxY - minY;
  const reach = sqrt((2 * wantedPairs(count) * wide * high) / (Math.PI * <f64>count));
  if (!(reach > 0) || wide / reach > 8192 || high / reach > 8192) return false;
  const columns = <i32>floor(wide / reach) + 1;
  const rows = <i32>floor(high / reach) + 1;
  const cells = columns * rows;
  if (cells > 4 * count + 64) return false;
  pairs = int32s(2 * maxPairs(count));
  squared = float32s(maxPairs(count));
  const scratch = nextFree();
  const starts = zeros(cells + 1);
  const cellOf = int32s(count);
  for (let at = 0; at < count; at++) {
    const cell = <i32>((y[at] - minY) / reach) * columns + <i32>((x[at] - minX) / reach);
    cellOf[at] = cell;
    starts[cell]++;
  }
  addUp(starts, cells + 1);
  // Points by cell; their places beside them, so that a look at a cell is a look at one place in memory.
  const members = int32s(count);
  const memberX = float64s(count);
  const memberY = float64s(count);
  // From the last on, so that those of one cell are in their order.
  for (let at = count - 1; at >= 0; at--) {
    const slot = --starts[cellOf[at]];
    members[slot] = at;
    memberX[slot] = x[at];
    memberY[slot] = y[at];
  }
  const isEven = findPairs(starts, cells, columns, members, memberX, memberY, count, reach);
  freeFrom(scratch);
  return isEven;
}

function findPairs(
  starts: Int32s,
  cells: i32,
  columns: i32,
  members: Int32s,
  x: Float64s,
  y: Float64s,
  count: i32,
  reach: f64,
): bool {
  const farthest = reach * reach;
  const most = maxPairs(count);
  const last = cells - 1;
  const maxLooks = 40 * wantedPairs(count) * <f64>count;
  let used = 0;
  let looks: f64 = 0;
  for (let cell = 0; cell <= last; cell++) {
    const from = starts[cell];
    const to = starts[cell + 1];
    if (from === to) continue;
    // The rest of this cell and the next one; below, the three from left to right: each pair is met once.
    const column = cell % columns;
    const below = cell + columns;
    const isLast = column + 1 === columns;
    const firstEnd = isLast ? to : starts[cell + 2];
    const secondFrom = below > last ? 0 : starts[column > 0 ? below - 1 : below];
    const secondEnd = below > last ? 0 : starts[isLast ? below + 1 : below + 2];
    looks += <f64>(to - from) * <f64>(firstEnd - from + secondEnd - secondFrom);
    if (looks > maxLooks) return false;
    for (let at = from; at < to; at++) {
      const px = x[at];
      const py = y[at];
      if (used + firstEnd - at + secondEnd - secondFrom > most) return false;
      for (let next = at + 1; next !== secondEnd; next++) {
        if (next === firstEnd) {
          if (secondFrom === secondEnd) break;
          next = secondFrom;
        }
        const dx = x[next] - px;
        const dy = y[next] - py;
        const apart = dx * dx + dy * dy;
        if (apart > farthest) continue;
        squared[used] = <f32>apart;
        pairs[2 * used] = members[at];
        pairs[2 * used + 1] = members[next];
        used++;
      }
    }
  }
  pairCount = used;
  return true;
}
