import { PairTable } from './pair-table.ts';

/**
 * Directed lines between grid points. For both areas, each has the number of edges in its direction minus those
 * in the opposite direction.
 */
export class Segments {
  readonly x0: number[] = [];
  readonly y0: number[] = [];
  readonly x1: number[] = [];
  readonly y1: number[] = [];
  readonly deltas: readonly [number[], number[]] = [[], []];

  get count(): number {
    return this.x0.length;
  }

  add(x0: number, y0: number, x1: number, y1: number, one: number, other: number): void {
    if (x0 === x1 && y0 === y1) return;
    this.x0.push(x0);
    this.y0.push(y0);
    this.x1.push(x1);
    this.y1.push(y1);
    this.deltas[0].push(one);
    this.deltas[1].push(other);
  }
}

/**
 * Merges segments between the same points and drops those that cancel out. The first `oldCount` segments are
 * old and stay first.
 */
export function mergeSegments(
  segments: Segments,
  oldCount: number,
): readonly [merged: Segments, oldCount: number] {
  const { x0, y0, x1, y1, deltas } = segments;
  const points = new PairTable();
  const edges = new PairTable();
  const firsts: number[] = [];
  const one = new Int32Array(segments.count);
  const other = new Int32Array(segments.count);
  for (let index = 0; index < segments.count; index++) {
    const from = points.add(x0[index]!, y0[index]!);
    const to = points.add(x1[index]!, y1[index]!);
    const edge = from < to ? edges.add(from, to) : edges.add(to, from);
    if (edge === firsts.length) firsts.push(index);
    const first = firsts[edge] as number;
    const sign = x0[first] === x0[index] && y0[first] === y0[index] ? 1 : -1;
    one[first]! += sign * deltas[0][index]!;
    other[first]! += sign * deltas[1][index]!;
  }
  const merged = new Segments();
  let mergedOld = 0;
  for (let index = 0; index < segments.count; index++) {
    if (index === oldCount) mergedOld = merged.count;
    if (one[index] === 0 && other[index] === 0) continue;
    merged.add(x0[index]!, y0[index]!, x1[index]!, y1[index]!, one[index]!, other[index]!);
  }
  return [merged, oldCount >= segments.count ? merged.count : mergedOld];
}
