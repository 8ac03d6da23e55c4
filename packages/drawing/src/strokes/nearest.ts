import type { Box } from '../geometry/box.ts';

/** Points per leaf of the k-d tree. */
export const leafSize = 8;

export interface PointTree {
  readonly count: number;
  /** Coordinates of the points in tree order, and their indexes. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly id: Int32Array;
  /** Whether inner nodes, in heap order, split by x (0) or y (1). */
  readonly axis: Uint8Array;
  readonly split: Float64Array;
}

export function pointTree(x: Float64Array, y: Float64Array, id: Int32Array): PointTree {
  const count = id.length;
  const treeX = new Float64Array(count);
  const treeY = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    treeX[at] = x[id[at]!]!;
    treeY[at] = y[id[at]!]!;
  }
  const { minX, minY, maxX, maxY } = boxOfPoints(treeX, treeY);
  let nodes = 1;
  while (nodes * leafSize < count) nodes *= 2;
  const axis = new Uint8Array(nodes);
  const split = new Float64Array(nodes);
  const tree = { count, x: treeX, y: treeY, id: id.slice(), axis, split };
  halve(tree, 0, 0, count, minX, maxX, minY, maxY);
  return tree;
}

export function integersBelow(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}

function halve(
  tree: PointTree,
  node: number,
  from: number,
  to: number,
  minX: number,
  maxX: number,
  minY: number,
  maxY: number,
): void {
  if (to - from <= leafSize) return;
  const middle = (from + to) >> 1;
  if (maxX - minX >= maxY - minY) {
    selectMiddle(tree, tree.x, from, to - 1, middle);
    const split = tree.x[middle]!;
    tree.split[node] = split;
    halve(tree, 2 * node + 1, from, middle, minX, split, minY, maxY);
    halve(tree, 2 * node + 2, middle, to, split, maxX, minY, maxY);
  } else {
    selectMiddle(tree, tree.y, from, to - 1, middle);
    const split = tree.y[middle]!;
    tree.axis[node] = 1;
    tree.split[node] = split;
    halve(tree, 2 * node + 1, from, middle, minX, maxX, minY, split);
    halve(tree, 2 * node + 2, middle, to, minX, maxX, split, maxY);
  }
}

/** Moves smaller values before `middle` and larger values after it (quickselect). */
function selectMiddle(tree: PointTree, key: Float64Array, first: number, last: number, middle: number): void {
  const { x, y, id } = tree;
  let from = first;
  let to = last;
  while (to > from) {
    const pivot = key[(from + to) >> 1]!;
    let low = from;
    let high = to;
    while (low <= high) {
      while (key[low]! < pivot) low++;
      while (key[high]! > pivot) high--;
      if (low > high) break;
      const px = x[low]!;
      const py = y[low]!;
      const pid = id[low]!;
      x[low] = x[high]!;
      y[low] = y[high]!;
      id[low] = id[high]!;
      x[high] = px;
      y[high] = py;
      id[high] = pid;
      low++;
      high--;
    }
    if (middle <= high) to = high;
    else if (middle >= low) from = low;
    else return;
  }
}

/**
 * Returns the nearest points of every point. Those of point p start at `p * perPoint`, nearest first; missing
 * ones are -1. Excludes points of the same group, because the pen cannot continue at the other end of the same
 * stroke.
 */
export function nearestNeighbours(tree: PointTree, group: Int32Array, perPoint: number): Int32Array {
  const { count, x, y, id, axis, split } = tree;
  const ids = new Int32Array(count * perPoint).fill(-1);
  const best = new Float64Array(perPoint);
  const bestId = new Int32Array(perPoint);
  const stackNode = new Int32Array(64);
  const stackFrom = new Int32Array(64);
  const stackTo = new Int32Array(64);
  const stackGap = new Float64Array(64);
  for (let at = 0; at < count; at++) {
    const px = x[at]!;
    const py = y[at]!;
    const own = group[id[at]!]!;
    let found = 0;
    let worst = Infinity;
    let depth = 1;
    stackNode[0] = 0;
    stackFrom[0] = 0;
    stackTo[0] = count;
    stackGap[0] = 0;
    while (depth > 0) {
      depth--;
      if (stackGap[depth]! > worst || (found === perPoint && stackGap[depth] === worst)) continue;
      let node = stackNode[depth]!;
      let from = stackFrom[depth]!;
      let to = stackTo[depth]!;
      while (to - from > leafSize) {
        const middle = (from + to) >> 1;
        const gap = (axis[node] === 0 ? px : py) - split[node]!;
        // Points on the split may be in either half; the half with this point is searched first.
        const isLow = gap < 0 || (gap === 0 && at < middle);
        stackNode[depth] = isLow ? 2 * node + 2 : 2 * node + 1;
        stackFrom[depth] = isLow ? middle : from;
        stackTo[depth] = isLow ? to : middle;
        stackGap[depth] = gap * gap;
        depth++;
        node = isLow ? 2 * node + 1 : 2 * node + 2;
        if (isLow) to = middle;
        else from = middle;
      }
      for (let other = from; other < to; other++) {
        const dx = x[other]! - px;
        const dy = y[other]! - py;
        const squared = dx * dx + dy * dy;
        if (squared > worst || (found === perPoint && squared === worst) || group[id[other]!]! === own)
          continue;
        let slot = found < perPoint ? found++ : perPoint - 1;
        while (slot > 0 && best[slot - 1]! > squared) {
          best[slot] = best[slot - 1]!;
          bestId[slot] = bestId[slot - 1]!;
          slot--;
        }
        best[slot] = squared;
        bestId[slot] = id[other]!;
        if (found === perPoint) worst = best[perPoint - 1]!;
      }
    }
    const base = id[at]! * perPoint;
    for (let slot = 0; slot < found; slot++) ids[base + slot] = bestId[slot]!;
  }
  return ids;
}

function boxOfPoints(x: Float64Array, y: Float64Array): Box {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let at = 0; at < x.length; at++) {
    const px = x[at]!;
    const py = y[at]!;
    if (px < minX) minX = px;
    if (px > maxX) maxX = px;
    if (py < minY) minY = py;
    if (py > maxY) maxY = py;
  }
  return { minX, minY, maxX, maxY };
}
