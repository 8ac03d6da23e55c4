import { PairTable } from './pair-table.ts';
import type { Segments } from './segments.ts';

/**
 * A graph of segments that meet only at their ends. Edge `e` has two half edges, `2e` in its direction and
 * `2e + 1` in the opposite direction. The half edges that leave a vertex are sorted by angle,
 * counterclockwise with y up.
 */
export class EdgeGraph {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  /**
   * For each owner (area) and edge: the number of segments in the edge's direction minus those in the opposite
   * direction.
   */
  readonly deltas: readonly [number[], number[]] = [[], []];
  /** Index in `around` of the first half edge of each vertex. */
  readonly starts: Uint32Array;
  readonly around: Uint32Array;
  readonly place: Uint32Array;

  constructor(segments: Segments) {
    const merged = this.merge(segments);
    this.xs = merged.vertices.firsts;
    this.ys = merged.vertices.seconds;
    this.from = merged.edges.firsts;
    this.to = merged.edges.seconds;
    const vertices = this.xs.length;
    const edges = this.from.length;
    this.starts = new Uint32Array(vertices + 1);
    for (let half = 0; half < 2 * edges; half++) this.starts[this.origin(half) + 1]!++;
    for (let vertex = 0; vertex < vertices; vertex++)
      this.starts[vertex + 1]! += this.starts[vertex] as number;
    this.around = new Uint32Array(2 * edges);
    this.place = new Uint32Array(2 * edges);
    const next = this.starts.slice();
    for (let half = 0; half < 2 * edges; half++) this.around[next[this.origin(half)]!++] = half;
    for (let vertex = 0; vertex < vertices; vertex++) this.sortAround(vertex);
    for (let at = 0; at < this.around.length; at++) this.place[this.around[at] as number] = at;
  }

  origin(half: number): number {
    return (half & 1 ? this.to : this.from)[half >> 1] as number;
  }

  target(half: number): number {
    return (half & 1 ? this.from : this.to)[half >> 1] as number;
  }

  /** Difference between an owner's winding numbers on the left and right side of a half edge. */
  delta(half: number, owner: 0 | 1): number {
    const delta = this.deltas[owner][half >> 1] as number;
    return half & 1 ? -delta : delta;
  }

  private merge(segments: Segments): { readonly vertices: PairTable; readonly edges: PairTable } {
    const vertices = new PairTable();
    const edges = new PairTable();
    for (let index = 0; index < segments.count; index++) {
      const one = vertices.add(segments.x0[index]!, segments.y0[index]!);
      const other = vertices.add(segments.x1[index]!, segments.y1[index]!);
      const edge = edges.add(Math.min(one, other), Math.max(one, other));
      if (edge === this.deltas[0].length) {
        this.deltas[0].push(0);
        this.deltas[1].push(0);
      }
      const sign = one < other ? 1 : -1;
      this.deltas[0][edge]! += sign * segments.deltas[0][index]!;
      this.deltas[1][edge]! += sign * segments.deltas[1][index]!;
    }
    return { vertices, edges };
  }

  private sortAround(vertex: number): void {
    const list = this.around.subarray(this.starts[vertex], this.starts[vertex + 1]);
    if (list.length > 2) list.sort((one, other) => this.compareAngles(one, other));
    else if (list.length === 2 && this.compareAngles(list[0]!, list[1]!) > 0) list.reverse();
  }

  /**
   * Compares the angles of half edges that leave the same vertex. The order is counterclockwise and ends with
   * straight down (y up).
   */
  private compareAngles(one: number, other: number): number {
    const vertex = this.origin(one);
    const x = this.xs[vertex] as number;
    const y = this.ys[vertex] as number;
    const ux = (this.xs[this.target(one)] as number) - x;
    const uy = (this.ys[this.target(one)] as number) - y;
    const vx = (this.xs[this.target(other)] as number) - x;
    const vy = (this.ys[this.target(other)] as number) - y;
    const oneIsRight = ux > 0 || (ux === 0 && uy > 0);
    const otherIsRight = vx > 0 || (vx === 0 && vy > 0);
    if (oneIsRight !== otherIsRight) return oneIsRight ? -1 : 1;
    return uy * vx - ux * vy;
  }
}
