import type { Ends } from '../../strokes/ends.ts';
import { integersBelow, nearestNeighbours, pointTree } from '../../strokes/nearest.ts';
import { float64sAt, int32sAt, put, uint32sAt } from '../../wasm/numbers.ts';
import { type Program, withProgram } from '../../wasm/program.ts';
import { type Neighbours, withFarther } from './neighbours.ts';

/** If there are few ends, each gets more neighbours, because a local search among them follows. */
const fewEnds = 500;
const candidates = (ends: number) => (ends <= fewEnds ? 8 : 5);

/** Up to this number of strokes, more distant ends also count as neighbours. */
const maxWithFarther = 3000;

interface GreedyTour {
  /** First end of each stroke. The stroke at the origin comes first. */
  readonly order: Int32Array;
  readonly neighbours: Neighbours;
}

/**
 * Builds a round trip from the shortest links: takes a link if both ends are free and it closes no cycle. Links
 * the ends of the resulting chains in the same way until one chain is left.
 */
export function greedyTour(ends: Ends): GreedyTour {
  return withProgram((program) => {
    program.beginLinks(put(program, ends.x), put(program, ends.y), ends.strokes);
    let free = 2 * ends.strokes;
    let isEven = free > fewEnds;
    let neighbours: Neighbours | undefined;
    /** Links of later rounds, between the ends of chains. Only these links connect clusters and rows. */
    const farther: number[] = [];
    while (free > 2) {
      const isInGrid = isEven && program.findLinks() === 1;
      if (!isInGrid) setNearestLinks(program, free, ends.strokes);
      if (neighbours === undefined) neighbours = neighboursIn(program, free);
      else if (ends.strokes <= maxWithFarther) addLinks(program, free, farther);
      const left = program.linkShortestFirst();
      // If the grid found few links, the other ends are unevenly distributed.
      isEven = isInGrid && left < 0.8 * free;
      free = left;
    }
    const order = int32sAt(program, program.followLinks(), ends.strokes).slice();
    neighbours ??= { starts: new Uint32Array(2 * ends.strokes + 1), ids: new Int32Array(0) };
    if (farther.length > 0) neighbours = withFarther(neighbours, farther, ends);
    return { order, neighbours };
  });
}

/** Returns the neighbours in both directions, nearest first. */
function neighboursIn(program: Program, ends: number): Neighbours {
  program.findNeighbours();
  const starts = uint32sAt(program, program.neighbourStarts.value, ends + 1).slice();
  return { starts, ids: int32sAt(program, program.neighbourIds.value, starts[ends]!).slice() };
}

function addLinks(program: Program, free: number, into: number[]): void {
  const ends = int32sAt(program, program.free.value, free);
  for (const end of int32sAt(program, program.links.value, 2 * program.linkCount.value))
    into.push(ends[end]!);
}

/** Passes links from each free end to the nearest ends of other chains to the program. */
function setNearestLinks(program: Program, free: number, strokes: number): void {
  const x = float64sAt(program, program.freeX.value, free);
  const y = float64sAt(program, program.freeY.value, free);
  const chains = int32sAt(program, program.chains.value, 2 * strokes);
  const links = nearestLinks(x, y, int32sAt(program, program.free.value, free), chains);
  const lengths = squaredLengths(links, x, y);
  program.setLinks(put(program, links), put(program, lengths), lengths.length);
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

function nearestLinks(x: Float64Array, y: Float64Array, free: Int32Array, chains: Int32Array): Int32Array {
  const chain = free.map((end) => Math.min(end, chains[end]!));
  const perPoint = candidates(free.length);
  const ids = nearestNeighbours(pointTree(x, y, integersBelow(free.length)), chain, perPoint);
  return linkList(free.length, ids, perPoint);
}

/** Returns each link once, although both of its ends may list it. */
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
