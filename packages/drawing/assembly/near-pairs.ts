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
 * Returns the target number of pairs per point. Fewer pairs need more rounds; more pairs take longer to sort.
 * Small sets get more pairs, because a local search uses them afterwards.
 */
function wantedPairs(points: i32): f64 {
  return points <= 6000 ? 5 : points <= 12_000 ? 3 : 1.6;
}

function maxPairs(points: i32): i32 {
  return <i32>(5 * wantedPairs(points) * <f64>points);
}

/** Indices of the points of each pair: two entries per pair. */
export let pairs: Int32s = changetype<Int32s>(0);
export let squared: Float32s = changetype<Float32s>(0);
export let pairCount: i32 = 0;

/**
 * Finds all pairs of points within a distance, using a grid. The distance is chosen for about `wantedPairs`
 * per point if points are evenly distributed. Returns false if the points are too unevenly distributed.
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
  // The points and their coordinates are in cell order, so that reading a cell touches adjacent memory.
  const members = int32s(count);
  const memberX = float64s(count);
  const memberY = float64s(count);
  // Filling from last to first keeps the points of a cell in order.
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
    // Compares with the rest of this cell, the cell to the right and the three cells below, so that each pair
    // occurs once.
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
