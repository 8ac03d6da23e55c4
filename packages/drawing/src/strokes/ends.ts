import type { StrokeSet } from './stroke-set.ts';

/**
 * Stroke s begins at end 2s and stops at end 2s + 1, so `end ^ 1` is the other end. The last stroke has no
 * length and lies at the origin, where the pen starts and to which it returns.
 */
export interface Ends {
  readonly strokes: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export function endsOf({ xy, starts, count }: StrokeSet, homeX: number, homeY: number): Ends {
  const strokes = count + 1;
  const x = new Float64Array(2 * strokes);
  const y = new Float64Array(2 * strokes);
  for (let at = 0; at < count; at++) {
    const first = 2 * starts[at]!;
    const last = 2 * starts[at + 1]! - 2;
    x[2 * at] = xy[first]!;
    y[2 * at] = xy[first + 1]!;
    x[2 * at + 1] = xy[last]!;
    y[2 * at + 1] = xy[last + 1]!;
  }
  x.fill(homeX, 2 * count);
  y.fill(homeY, 2 * count);
  return { strokes, x, y };
}
