import type { Points } from '../drawing.ts';
import type { StrokeSet } from './stroke-set.ts';

/** Which strokes come one after the other, each from one of its ends (see `Ends`), closed ones from their seam. */
export interface StrokeOrder {
  readonly entries: Int32Array;
  readonly seamOffset: Uint32Array;
}

/** As they are drawn: in order, in their direction, and in one with the one before where the gap is small. */
export function drawnStrokes(
  { xy, starts }: StrokeSet,
  { entries, seamOffset }: StrokeOrder,
  joinMm: number,
): Points[] {
  const drawn = new Float64Array(xy.length);
  const strokes: Points[] = [];
  let begin = 0;
  let used = 0;
  for (let place = 0; place < entries.length; place++) {
    const stroke = entries[place]! >> 1;
    const isReversed = (entries[place]! & 1) === 1;
    const first = starts[stroke]!;
    const count = starts[stroke + 1]! - first;
    const seam = seamOffset[stroke]!;
    for (let step = 0; step < count; step++) {
      const straight = isReversed ? count - 1 - step : step;
      // In a closed stroke the last point is the first one again.
      const at = 2 * (first + (seam === 0 ? straight : (straight + seam) % (count - 1)));
      const x = xy[at]!;
      const y = xy[at + 1]!;
      if (step === 0 && used > begin) {
        const gapMm = Math.hypot(x - drawn[used - 2]!, y - drawn[used - 1]!);
        if (gapMm === 0) continue;
        if (gapMm > joinMm) {
          strokes.push(drawn.subarray(begin, used));
          begin = used;
        }
      }
      drawn[used++] = x;
      drawn[used++] = y;
    }
  }
  if (used > begin) strokes.push(drawn.subarray(begin, used));
  return strokes;
}
