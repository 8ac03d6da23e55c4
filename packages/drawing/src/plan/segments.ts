import type { StrokeSet } from '../strokes/stroke-set.ts';

/** The segments of strokes, each named by the point that it begins with. */
export interface Segments {
  readonly xy: Float64Array;
  /** By point; 0 where a stroke ends, and between two points at the same place. */
  readonly lengthMm: Float64Array;
  /** Of those that have a length. */
  readonly count: number;
  readonly totalMm: number;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export function segmentsOf({ xy, starts, count: strokes }: StrokeSet): Segments {
  const lengthMm = new Float64Array(xy.length / 2);
  let count = 0;
  let totalMm = 0;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let stroke = 0; stroke < strokes; stroke++) {
    const last = starts[stroke + 1]! - 1;
    let x = 0;
    let y = 0;
    for (let at = starts[stroke]!; at <= last; at++) {
      const fromX = x;
      const fromY = y;
      x = xy[2 * at]!;
      y = xy[2 * at + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (at === starts[stroke]) continue;
      const length = Math.sqrt((x - fromX) * (x - fromX) + (y - fromY) * (y - fromY));
      if (length === 0) continue;
      lengthMm[at - 1] = length;
      totalMm += length;
      count++;
    }
  }
  return { xy, lengthMm, count, totalMm, minX, minY, maxX, maxY };
}
