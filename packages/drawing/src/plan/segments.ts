import type { StrokeSet } from '../strokes/stroke-set.ts';
import { float64sAt, put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';

/** Segments of strokes, each named by its first point. */
export interface Segments {
  readonly xy: Float64Array;
  /** By point; 0 at the end of a stroke and between equal points. */
  readonly lengthMm: Float64Array;
  /** Number of segments with a length. */
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
