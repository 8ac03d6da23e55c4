import type { Ends } from '../../strokes/ends.ts';
import { integersBelow, nearestNeighbours, pointTree } from '../../strokes/nearest.ts';
import { sortedByLength } from '../../strokes/sort-by-length.ts';
import { type NearPairs, nearPairs } from './near-pairs.ts';
import { type Neighbours, neighboursAlong, withFarther } from './neighbours.ts';

/** Of so few ends, the nearest of each are looked up: a search among them follows. */
const fewEnds = 500;
const candidates = (ends: number) => (ends <= fewEnds ? 8 : 5);

/** Of so many strokes, ends that are farther away are neighbours too. */
const mostWithFarther = 3000;

export interface GreedyTour {
  /** The end at which each stroke is begun, in order; the stroke at the origin comes first. */
  readonly order: Int32Array;
  /** What was tried. */
  readonly neighbours: Neighbours;
}

/**
 * A round trip through all strokes, from the shortest links on: a link is taken where both its ends are free
 * and it closes no circle. What is left are chains, whose ends are linked the same way until there is one.
 */
export function greedyTour(ends: Ends): GreedyTour {
  const linked = new Int32Array(2 * ends.strokes).fill(-1);
  const chains = otherEnds(ends.strokes);
  let free = integersBelow(2 * ends.strokes);
  let isEven = free.length > fewEnds;
  let neighbours: Neighbours | undefined;
  /** What was tried later, between the ends of chains: from one cluster or row to the next only these lead. */
  const farther: number[] = [];
  while (free.length > 2) {
    const isFirst = neighbours === undefined;
    const x = isFirst ? ends.x : chosen(ends.x, free);
    const y = isFirst ? ends.y : chosen(ends.y, free);
    const pairs: NearPairs | undefined = isEven ? nearPairs(x, y) : undefined;
    const links = pairs?.pairs ?? nearestLinks(x, y, free, chains);
    const shortestFirst = sortedByLength(pairs?.squared ?? squaredLengths(links, x, y));
    if (isFirst) neighbours = neighboursAlong(links, shortestFirst, free.length);
    else if (ends.strokes <= mostWithFarther)
      for (let at = 0; at < links.length; at++) farther.push(free[links[at]!]!);
    linkInOrder(links, shortestFirst, free, linked, chains);
    const left = unlinked(free, linked);
    // Where the grid brings little, the ends that are left lie unevenly.
    isEven = pairs !== undefined && left.length < 0.8 * free.length;
    free = left;
  }
  if (free.length === 2) {
    linked[free[0]!] = free[1]!;
    linked[free[1]!] = free[0]!;
  }
  neighbours ??= { starts: new Uint32Array(2 * ends.strokes + 1), ids: new Int32Array(0) };
  if (farther.length > 0) neighbours = withFarther(neighbours, farther, ends);
  return { order: followed(linked, ends.strokes), neighbours };
}

/** By end, the one at which its chain stops on the other side; true of the two ends of every chain. */
function otherEnds(strokes: number): Int32Array {
  const ends = integersBelow(2 * strokes);
  for (let end = 0; end < ends.length; end++) ends[end]! ^= 1;
  return ends;
}

function chosen(values: Float64Array, at: Int32Array): Float64Array {
  const some = new Float64Array(at.length);
  for (let index = 0; index < at.length; index++) some[index] = values[at[index]!]!;
  return some;
}

function squaredLengths(links: Int32Array, x: Float64Array, y: Float64Array): Float32Array {
  const lengths = new Float32Array(links.length / 2);
  for (let link = 0; link < lengths.length; link++) {
    const one = links[2 * link]!;
    const other = links[2 * link + 1]!;
    const dx = x[one]! - x[other]!;
    const dy = y[one]! - y[other]!;
    lengths[link] = dx * dx + dy * dy;
  }
  return lengths;
}

function linkInOrder(
  links: Int32Array,
  shortestFirst: Uint32Array,
  free: Int32Array,
  linked: Int32Array,
  chains: Int32Array,
): void {
  for (let at = 0; at < shortestFirst.length; at++) {
    const link = shortestFirst[at]!;
    const from = free[links[2 * link]!]!;
    const to = free[links[2 * link + 1]!]!;
    const begin = chains[from]!;
    if (linked[from] !== -1 || linked[to] !== -1 || begin === to) continue;
    linked[from] = to;
    linked[to] = from;
    const stop = chains[to]!;
    chains[begin] = stop;
    chains[stop] = begin;
  }
}

function unlinked(ends: Int32Array, linked: Int32Array): Int32Array {
  const left = new Int32Array(ends.length);
  let used = 0;
  for (let at = 0; at < ends.length; at++) if (linked[ends[at]!] === -1) left[used++] = ends[at]!;
  return left.subarray(0, used);
}

/** To the nearest ends of other chains, of which there always are some. */
function nearestLinks(x: Float64Array, y: Float64Array, free: Int32Array, chains: Int32Array): Int32Array {
  const chain = free.map((end) => Math.min(end, chains[end]!));
  const { ids, perPoint } = nearestNeighbours(
    pointTree(x, y, integersBelow(free.length)),
    chain,
    candidates(free.length),
    free.length,
  );
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

function followed(linked: Int32Array, strokes: number): Int32Array {
  const tour = new Int32Array(strokes);
  let end = 2 * (strokes - 1);
  for (let at = 0; at < strokes; at++) {
    tour[at] = end;
    end = linked[end ^ 1]!;
  }
  return tour;
}
