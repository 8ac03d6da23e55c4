import type { StrokeSet } from './stroke-set.ts';

/** The segments of strokes, each named by the point that it begins with. */
export interface Segments {
  readonly xy: Float64Array;
  /** By point; 0 where a stroke ends, and between two points at the same place. */
  readonly lengthMm: Float64Array;
  /** Of those that have a length. */
  readonly count: number;
  readonly totalMm: number;
}

export function segmentsOf({ xy, starts, count: strokes }: StrokeSet): Segments {
  const lengthMm = new Float64Array(xy.length / 2);
  let count = 0;
  let totalMm = 0;
  for (let stroke = 0; stroke < strokes; stroke++) {
    const last = starts[stroke + 1]! - 1;
    for (let at = starts[stroke]!; at < last; at++) {
      const dx = xy[2 * at + 2]! - xy[2 * at]!;
      const dy = xy[2 * at + 3]! - xy[2 * at + 1]!;
      const length = Math.sqrt(dx * dx + dy * dy);
      lengthMm[at] = length;
      totalMm += length;
      if (length > 0) count++;
    }
  }
  return { xy, lengthMm, count, totalMm };
}
