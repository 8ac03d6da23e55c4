import type { Ends } from '../../strokes/ends.ts';
import { integersBelow, nearestNeighbours, pointTree } from '../../strokes/nearest.ts';
import { nearestInQuadrants } from './quadrants.ts';

/** For every end, nearby ends of other strokes, nearest first. */
export interface Neighbours {
  /** Index in `ids` of each end's first neighbour, followed by the total. */
  readonly starts: Uint32Array;
  readonly ids: Int32Array;
}

/** Adds links to the neighbours, in both directions. `links` is a flat list of pairs of ends. */
export function withFarther(near: Neighbours, links: readonly number[], { x, y }: Ends): Neighbours {
  const count = near.starts.length - 1;
  const starts = new Uint32Array(count + 1);
  for (let at = 0; at < links.length; at++) starts[links[at]! + 1]!++;
  for (let end = 0; end < count; end++)
    starts[end + 1]! += starts[end]! + near.starts[end + 1]! - near.starts[end]!;
  const ids = new Int32Array(starts[count]!);
  const used = starts.slice(0, count);
  for (let end = 0; end < count; end++)
    for (let slot = near.starts[end]!; slot < near.starts[end + 1]!; slot++)
      ids[used[end]!++] = near.ids[slot]!;
  const squared = (one: number, other: number) => (x[one]! - x[other]!) ** 2 + (y[one]! - y[other]!) ** 2;
  for (let at = 0; at < links.length; at++) {
    const end = links[at]!;
    const other = links[at ^ 1]!;
    const distance = squared(end, other);
    let slot = used[end]!++;
    for (; slot > starts[end]! && squared(end, ids[slot - 1]!) > distance; slot--) ids[slot] = ids[slot - 1]!;
    ids[slot] = other;
  }
  return { starts, ids };
}

const nearest = 6;
const perQuadrant = 2;

/**
 * Returns neighbours in all quadrants. The nearest ends of an end in a row of hatching, or in a cluster, all
 * belong to that row or cluster; only the nearest ends of each quadrant lead out of it.
 */
export function neighboursAround({ x, y }: Ends): Neighbours {
  const count = x.length;
  const tree = pointTree(x, y, integersBelow(count));
  const strokes = integersBelow(count).map((end) => end >> 1);
  const near = nearestNeighbours(tree, strokes, nearest);
  const around = nearestInQuadrants(tree, strokes, perQuadrant, count);
  const perEnd = nearest + 4 * perQuadrant;
  const starts = new Uint32Array(count + 1);
  const ids = new Int32Array(perEnd * count);
  const squared = new Float64Array(perEnd);
  let used = 0;
  for (let end = 0; end < count; end++) {
    const first = used;
    for (let slot = 0; slot < perEnd; slot++) {
      const id =
        slot < nearest ? near[end * nearest + slot]! : around[end * 4 * perQuadrant + slot - nearest]!;
      if (id === -1 || ids.subarray(first, used).includes(id)) continue;
      const distance = (x[id]! - x[end]!) ** 2 + (y[id]! - y[end]!) ** 2;
      let at = used++;
      for (; at > first && squared[at - 1 - first]! > distance; at--) {
        squared[at - first] = squared[at - 1 - first]!;
        ids[at] = ids[at - 1]!;
      }
      squared[at - first] = distance;
      ids[at] = id;
    }
    starts[end + 1] = used;
  }
  return { starts, ids: ids.slice(0, used) };
}
