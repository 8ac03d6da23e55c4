import type { EdgeGraph } from './edge-graph.ts';

/**
 * Returns the rings around the inside, which is to their left (y up). `isInside` refers to the left side of a
 * half edge.
 */
export function traceRings(graph: EdgeGraph, isInside: (half: number) => boolean): number[][] {
  const halves = graph.around.length;
  const isEdge = new Uint8Array(halves);
  for (let half = 0; half < halves; half++) if (isInside(half) && !isInside(half ^ 1)) isEdge[half] = 1;
  const rings: number[][] = [];
  const isDone = new Uint8Array(halves);
  for (let first = 0; first < halves; first++) {
    if (isEdge[first] !== 1) continue;
    const ring: number[] = [];
    for (let half = first; isDone[half] !== 1; half = following(graph, isEdge, half)) {
      isDone[half] = 1;
      ring.push(graph.origin(half));
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** Returns the outline's next half edge: the first one clockwise from the incoming edge. */
function following(graph: EdgeGraph, isEdge: Uint8Array, half: number): number {
  const vertex = graph.target(half);
  const start = graph.starts[vertex] as number;
  const count = graph.starts[vertex + 1]! - start;
  const came = graph.place[half ^ 1]! - start;
  for (let step = 1; step < count; step++) {
    const next = graph.around[start + ((came - step + count) % count)] as number;
    if (isEdge[next] === 1) return next;
  }
  return half;
}

/**
 * Removes points on straight lines. They may be off by a unit, because points were moved to the grid. Starts
 * with the leftmost point, which is certainly a corner.
 */
export function withoutStraightPoints(
  ring: readonly number[],
  { xs, ys }: EdgeGraph,
  isOriginal: (vertex: number) => boolean,
): number[] {
  let corner = 0;
  for (let at = 1; at < ring.length; at++) {
    const difference = xs[ring[at]!]! - xs[ring[corner]!]! || ys[ring[at]!]! - ys[ring[corner]!]!;
    if (difference < 0) corner = at;
  }
  const kept = [ring[corner] as number];
  for (let step = 1; step < ring.length; step++) {
    const vertex = ring[(corner + step) % ring.length] as number;
    const before = kept.at(-1) as number;
    const after = ring[(corner + step + 1) % ring.length] as number;
    const dx = xs[after]! - xs[before]!;
    const dy = ys[after]! - ys[before]!;
    const ux = xs[vertex]! - xs[before]!;
    const uy = ys[vertex]! - ys[before]!;
    const side = Math.abs(dx * uy - dy * ux);
    const isBetween = ux * (dx - ux) + uy * (dy - uy) > 0;
    const isStraight = isBetween && (isOriginal(vertex) ? side === 0 : side <= Math.abs(dx) + Math.abs(dy));
    if (!isStraight) kept.push(vertex);
  }
  return kept;
}
