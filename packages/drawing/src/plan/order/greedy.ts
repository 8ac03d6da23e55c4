import type { Ends } from './ends.ts';
import { nearestOfAll, pointTree } from './nearest.ts';
import { sortedByLength } from './sort-by-length.ts';

const candidates = 5;

/**
 * A round trip through all strokes, from the shortest links on: a link is taken where both its ends are free
 * and it closes no circle. What is left are chains, whose ends are linked the same way until there is one.
 * Gives the end at which each stroke is begun, in order; the stroke at the origin comes first.
 */
export function greedyTour(ends: Ends): Int32Array {
  const linked = new Int32Array(2 * ends.strokes).fill(-1);
  const parent = Int32Array.from({ length: ends.strokes }, (_, stroke) => stroke);
  let free = Int32Array.from({ length: 2 * ends.strokes }, (_, end) => end);
  let chain = ends.stroke;
  while (free.length > 2) {
    linkShortest(ends, free, chain, linked, parent);
    free = free.filter((end) => linked[end] === -1);
    chain = new Int32Array(2 * ends.strokes);
    for (const end of free) chain[end] = rootOf(parent, ends.stroke[end]!);
  }
  if (free.length === 2) {
    linked[free[0]!] = free[1]!;
    linked[free[1]!] = free[0]!;
  }
  return followed(linked, ends.strokes);
}

function linkShortest(
  { x, y, stroke }: Ends,
  free: Int32Array,
  chain: Int32Array,
  linked: Int32Array,
  parent: Int32Array,
): void {
  const { ids, perPoint } = nearestOfAll(pointTree(x, y, free), chain, candidates, x.length);
  const links = linkList(free, ids, perPoint);
  const lengths = new Float32Array(links.length / 2);
  for (let link = 0; link < lengths.length; link++) {
    const dx = x[links[2 * link]!]! - x[links[2 * link + 1]!]!;
    const dy = y[links[2 * link]!]! - y[links[2 * link + 1]!]!;
    lengths[link] = dx * dx + dy * dy;
  }
  for (const link of sortedByLength(lengths)) {
    const from = links[2 * link]!;
    const to = links[2 * link + 1]!;
    if (linked[from] !== -1 || linked[to] !== -1) continue;
    const rootFrom = rootOf(parent, stroke[from]!);
    const rootTo = rootOf(parent, stroke[to]!);
    if (rootFrom === rootTo) continue;
    linked[from] = to;
    linked[to] = from;
    parent[Math.max(rootFrom, rootTo)] = Math.min(rootFrom, rootTo);
  }
}

/** Each link once, although both of its ends may name it. */
function linkList(free: Int32Array, ids: Int32Array, perPoint: number): Int32Array {
  const links = new Int32Array(2 * free.length * perPoint);
  let used = 0;
  for (const end of free) {
    for (let slot = end * perPoint; slot < (end + 1) * perPoint; slot++) {
      const other = ids[slot]!;
      if (other === -1) break;
      if (other < end && names(ids, other, end, perPoint)) continue;
      links[used++] = end;
      links[used++] = other;
    }
  }
  return links.slice(0, used);
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
