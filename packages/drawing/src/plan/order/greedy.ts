import type { Ends } from './ends.ts';
import { nearPairs } from './near-pairs.ts';
import { nearestOfAll, pointTree, upTo } from './nearest.ts';
import { sortedByLength } from './sort-by-length.ts';

const candidates = 5;

/**
 * A round trip through all strokes, from the shortest links on: a link is taken where both its ends are free
 * and it closes no circle. What is left are chains, whose ends are linked the same way until there is one.
 * Gives the end at which each stroke is begun, in order; the stroke at the origin comes first.
 */
export function greedyTour(ends: Ends): Int32Array {
  const linked = new Int32Array(2 * ends.strokes).fill(-1);
  const parent = upTo(ends.strokes);
  let free = upTo(2 * ends.strokes);
  let isEven = true;
  while (free.length > 2) {
    isEven = linkShortest(ends, free, linked, parent, isEven);
    const left = free.filter((end) => linked[end] === -1);
    // Where the grid brings little, the ends that are left lie unevenly.
    isEven &&= left.length < 0.8 * free.length;
    free = left;
  }
  if (free.length === 2) {
    linked[free[0]!] = free[1]!;
    linked[free[1]!] = free[0]!;
  }
  return followed(linked, ends.strokes);
}

/** Says whether the ends lay evenly enough for a grid. */
function linkShortest(
  ends: Ends,
  free: Int32Array,
  linked: Int32Array,
  parent: Int32Array,
  isEven: boolean,
): boolean {
  const count = free.length;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const end = free[at]!;
    x[at] = ends.x[end]!;
    y[at] = ends.y[end]!;
  }
  const pairs = isEven ? nearPairs(x, y) : undefined;
  const links = pairs ?? nearestLinks(x, y, free, parent);
  const lengths = new Float32Array(links.length / 2);
  for (let link = 0; link < lengths.length; link++) {
    const dx = x[links[2 * link]!]! - x[links[2 * link + 1]!]!;
    const dy = y[links[2 * link]!]! - y[links[2 * link + 1]!]!;
    lengths[link] = dx * dx + dy * dy;
  }
  const shortestFirst = sortedByLength(lengths);
  for (let at = 0; at < shortestFirst.length; at++) {
    const link = shortestFirst[at]!;
    const from = free[links[2 * link]!]!;
    const to = free[links[2 * link + 1]!]!;
    if (linked[from] !== -1 || linked[to] !== -1) continue;
    const rootFrom = rootOf(parent, from >> 1);
    const rootTo = rootOf(parent, to >> 1);
    if (rootFrom === rootTo) continue;
    linked[from] = to;
    linked[to] = from;
    parent[Math.max(rootFrom, rootTo)] = Math.min(rootFrom, rootTo);
  }
  return pairs !== undefined;
}

/** To the nearest ends of other chains, of which there always are some. */
function nearestLinks(x: Float64Array, y: Float64Array, free: Int32Array, parent: Int32Array): Int32Array {
  const chain = free.map((end) => rootOf(parent, end >> 1));
  const { ids, perPoint } = nearestOfAll(pointTree(x, y, upTo(free.length)), chain, candidates, free.length);
  return linkList(free.length, ids, perPoint);
}

/** Each link once, although both of its ends may name it. */
function linkList(count: number, ids: Int32Array, perPoint: number): Int32Array {
  const links = new Int32Array(2 * count * perPoint);
  let used = 0;
  for (let end = 0; end < count; end++) {
    for (let slot = end * perPoint; slot < (end + 1) * perPoint; slot++) {
      const other = ids[slot]!;
      if (other === -1) break;
      if (other < end && names(ids, other, end, perPoint)) continue;
      links[used++] = end;
      links[used++] = other;
    }
  }
  return links.subarray(0, used);
}

function names(ids: Int32Array, end: number, other: number, perPoint: number): boolean {
  for (let slot = end * perPoint; slot < (end + 1) * perPoint; slot++) if (ids[slot] === other) return true;
  return false;
}

function rootOf(parent: Int32Array, stroke: number): number {
  let root = stroke;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]!]!;
    root = parent[root]!;
  }
  return root;
}

function followed(linked: Int32Array, strokes: number): Int32Array {
  const tour = new Int32Array(strokes);
  let end = 2 * (strokes - 1);
  for (let at = 0; at < strokes; at++) {
    tour[at] = end;
    end = linked[end ^ 1]!;
  }
  return tour;
}
