import { leafSize, type PointTree } from '../../strokes/nearest.ts';

/** Returns the nearest points of other groups in each quadrant, padded with -1. */
export function nearestInQuadrants(
  tree: PointTree,
  group: Int32Array,
  perQuadrant: number,
  room: number,
): Int32Array {
  const found = new Int32Array(4 * perQuadrant * room).fill(-1);
  const stack: Stack = { node: new Int32Array(64), from: new Int32Array(64), to: new Int32Array(64) };
  const best = new Float64Array(perQuadrant);
  for (let at = 0; at < tree.count; at++) {
    for (let quadrant = 0; quadrant < 4; quadrant++) {
      const base = (4 * tree.id[at]! + quadrant) * perQuadrant;
      findIn(tree, group, at, quadrant, found.subarray(base, base + perQuadrant), best, stack);
    }
  }
  return found;
}

interface Stack {
  readonly node: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

function findIn(
  { count, x, y, id, axis, split }: PointTree,
  group: Int32Array,
  at: number,
  quadrant: number,
  into: Int32Array,
  best: Float64Array,
  stack: Stack,
): void {
  const px = x[at]!;
  const py = y[at]!;
  const own = group[id[at]!]!;
  const signX = quadrant === 0 || quadrant === 3 ? 1 : -1;
  const signY = quadrant < 2 ? 1 : -1;
  best.fill(Infinity);
  let depth = 1;
  stack.node[0] = 0;
  stack.from[0] = 0;
  stack.to[0] = count;
  while (depth > 0) {
    depth--;
    let node = stack.node[depth]!;
    let from = stack.from[depth]!;
    let to = stack.to[depth]!;
    while (to - from > leafSize) {
      const middle = (from + to) >> 1;
      const sign = axis[node] === 0 ? signX : signY;
      const gap = sign * (split[node]! - (axis[node] === 0 ? px : py));
      const low = 2 * node + 1;
      // Beyond the split, the other half contains no point of the quadrant.
      const isBehind = gap < 0;
      if (!isBehind && gap * gap < best[best.length - 1]!) {
        stack.node[depth] = sign > 0 ? low + 1 : low;
        stack.from[depth] = sign > 0 ? middle : from;
        stack.to[depth] = sign > 0 ? to : middle;
        depth++;
      }
      const isLow = sign > 0 !== isBehind;
      node = isLow ? low : low + 1;
      if (isLow) to = middle;
      else from = middle;
    }
    for (let other = from; other < to; other++) {
      const dx = signX * (x[other]! - px);
      const dy = signY * (y[other]! - py);
      if (dx < 0 || dy < 0 || group[id[other]!]! === own) continue;
      const squared = dx * dx + dy * dy;
      let slot = best.length - 1;
      if (squared >= best[slot]!) continue;
      for (; slot > 0 && best[slot - 1]! > squared; slot--) {
        best[slot] = best[slot - 1]!;
        into[slot] = into[slot - 1]!;
      }
      best[slot] = squared;
      into[slot] = id[other]!;
    }
  }
}
