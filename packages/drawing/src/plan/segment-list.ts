import type { StrokeSet } from './stroke-set.ts';

/** Segments that are longer than nothing, each by the index of the point that it begins with. */
export interface SegmentList {
  readonly count: number;
  readonly point: Uint32Array;
  readonly lengthMm: Float64Array;
}

export function segmentsOf({ xy, starts, count }: StrokeSet): SegmentList {
  const room = Math.max(0, xy.length / 2 - count);
  const point = new Uint32Array(room);
  const lengthMm = new Float64Array(room);
  let used = 0;
  for (let stroke = 0; stroke < count; stroke++) {
    for (let at = starts[stroke]!; at + 1 < starts[stroke + 1]!; at++) {
      const dx = xy[2 * at + 2]! - xy[2 * at]!;
      const dy = xy[2 * at + 3]! - xy[2 * at + 1]!;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length === 0) continue;
      point[used] = at;
      lengthMm[used++] = length;
    }
  }
  return { count: used, point: point.subarray(0, used), lengthMm: lengthMm.subarray(0, used) };
}
