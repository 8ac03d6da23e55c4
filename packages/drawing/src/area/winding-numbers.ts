import type { Work } from './area.ts';
import type { EdgeGraph } from './edge-graph.ts';

const maxBands = 4096;
const workOfHalf = 3;
const workOfLook = 1;

type Windings = readonly [Int32Array, Int32Array];

/**
 * Returns the winding numbers to the left of each half edge. Follows connected half edges, and searches for the
 * edges to the left only once per component.
 */
export function windingNumbers(graph: EdgeGraph, work: Work): Windings {
  const halves = graph.around.length;
  const left: Windings = [new Int32Array(halves), new Int32Array(halves)];
  const seen = new Uint8Array(graph.xs.length);
  const bands = new EdgeBands(graph);
  work(halves * workOfHalf);
  const order = Uint32Array.from(graph.xs.keys());
  order.sort((one, other) => graph.xs[one]! - graph.xs[other]! || graph.ys[one]! - graph.ys[other]!);
  const waiting: number[] = [];
  for (const vertex of order) {
    if (seen[vertex] === 1) continue;
    // All half edges of the leftmost vertex lead right, so the left side of the last one is outside this component.
    const last = graph.around[graph.starts[vertex + 1]! - 1] as number;
    const outside = bands.windingsAt(graph.xs[vertex]!, graph.ys[vertex]!, work);
    for (const owner of [0, 1] as const) left[owner][last] = outside[owner];
    seen[vertex] = 1;
    spreadAround(graph, left, last);
    waiting.push(vertex);
    while (waiting.length > 0) {
      const here = waiting.pop() as number;
      for (let at = graph.starts[here] as number; at < graph.starts[here + 1]!; at++) {
        const half = graph.around[at] as number;
        const there = graph.target(half);
        if (seen[there] === 1) continue;
        seen[there] = 1;
        const back = half ^ 1;
        for (const owner of [0, 1] as const)
          left[owner][back] = (left[owner][half] as number) - graph.delta(half, owner);
        spreadAround(graph, left, back);
        waiting.push(there);
      }
    }
  }
  return left;
}

/** Computes the winding numbers around a vertex, starting from a half edge whose numbers are known. */
function spreadAround(graph: EdgeGraph, left: Windings, known: number): void {
  const vertex = graph.origin(known);
  const start = graph.starts[vertex] as number;
  const count = graph.starts[vertex + 1]! - start;
  const first = graph.place[known]! - start;
  let before = known;
  for (let step = 1; step < count; step++) {
    const half = graph.around[start + ((first + step) % count)] as number;
    for (const owner of [0, 1] as const)
      left[owner][half] = (left[owner][before] as number) + graph.delta(half, owner);
    before = half;
  }
}

/** Edges indexed by horizontal bands, so that a search to the left checks only a few. */
class EdgeBands {
  private readonly graph: EdgeGraph;
  private readonly bands: number[][] = [];
  private readonly height: number;

  constructor(graph: EdgeGraph) {
    this.graph = graph;
    const { ys, from, to } = graph;
    let bottom = 0;
    let heights = 0;
    for (const y of ys) bottom = Math.max(bottom, y);
    for (let edge = 0; edge < from.length; edge++) heights += Math.abs(ys[from[edge]!]! - ys[to[edge]!]!);
    const forLongOnes = (8 * from.length * bottom) / Math.max(1, heights);
    const count = Math.max(1, Math.min(maxBands, Math.floor(from.length / 4), Math.floor(forLongOnes)));
    this.height = (bottom + 1) / count;
    for (let band = 0; band < count; band++) this.bands.push([]);
    for (let edge = 0; edge < from.length; edge++) {
      const one = ys[from[edge]!] as number;
      const other = ys[to[edge]!] as number;
      if (one === other) continue;
      const last = Math.floor(Math.max(one, other) / this.height);
      for (let band = Math.floor(Math.min(one, other) / this.height); band <= last; band++)
        this.bands[band]?.push(edge);
    }
  }

  /** Returns the winding numbers to the left of a vertex whose edges all lead to the right. */
  windingsAt(x: number, y: number, work: Work): [number, number] {
    const { xs, ys, from, to, deltas } = this.graph;
    const band = this.bands[Math.floor(y / this.height)] ?? [];
    work(1 + band.length * workOfLook);
    let one = 0;
    let other = 0;
    for (const edge of band) {
      const x0 = xs[from[edge]!] as number;
      const y0 = ys[from[edge]!] as number;
      const x1 = xs[to[edge]!] as number;
      const y1 = ys[to[edge]!] as number;
      if (y0 <= y === y1 <= y || Math.min(x0, x1) > x) continue;
      const isUp = y0 <= y;
      const side = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
      if (isUp ? side >= 0 : side <= 0) continue;
      one += isUp ? -deltas[0][edge]! : deltas[0][edge]!;
      other += isUp ? -deltas[1][edge]! : deltas[1][edge]!;
    }
    return [one, other];
  }
}
