import type { StrokeSet } from '../strokes/stroke-set.ts';
import { float64sAt, put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

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
  const points = xy.length / 2;
  return withProgram((program) => {
    const lengths = program.segmentsOf(put(program, xy), points, put(program, starts), strokes);
    const { count, totalMm, minX, minY, maxX, maxY } = program;
    return {
      ...{ xy, lengthMm: float64sAt(program, lengths, points).slice() },
      ...{ count: count.value, totalMm: totalMm.value },
      ...{ minX: minX.value, minY: minY.value, maxX: maxX.value, maxY: maxY.value },
    };
  });
}
