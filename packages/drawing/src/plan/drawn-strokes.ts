import type { Points } from '../drawing.ts';
import type { StrokeSet } from '../strokes/stroke-set.ts';

/**
 * The order of strokes. An entry is the end at which a stroke begins (see `Ends`); a closed stroke begins at
 * its seam.
 */
export interface StrokeOrder {
  readonly entries: Int32Array;
  readonly seamOffset: Uint32Array;
}

/**
 * Returns the strokes in plotting order and direction. Joins a stroke to the previous one if the gap is small.
 */
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
    const last = starts[stroke + 1]! - 1;
    const seam = first + seamOffset[stroke]!;
    const at = 2 * (seam > first ? seam : isReversed ? last : first);
    const gapX = used === begin ? 0 : xy[at]! - drawn[used - 2]!;
    const gapY = used === begin ? 0 : xy[at + 1]! - drawn[used - 1]!;
    // Compare the same distance as the search for an order, which relies on joined ends.
    if (gapX * gapX + gapY * gapY > joinMm * joinMm) {
      strokes.push(drawn.subarray(begin, used));
      begin = used;
    }
    // If both strokes meet exactly, the point would be repeated.
    if (used > begin && gapX === 0 && gapY === 0) used -= 2;
    if (seam > first) used = copyFromSeam(xy, first, last, seam, isReversed, drawn, used);
    else used = isReversed ? copyBack(xy, first, last, drawn, used) : copy(xy, first, last, drawn, used);
  }
  if (used > begin) strokes.push(drawn.subarray(begin, used));
  return strokes;
}

function copy(xy: Float64Array, first: number, last: number, into: Float64Array, at: number): number {
  let used = at;
  for (let from = 2 * first; from < 2 * last + 2; from++) into[used++] = xy[from]!;
  return used;
}

function copyBack(xy: Float64Array, first: number, last: number, into: Float64Array, at: number): number {
  let used = at;
  for (let from = 2 * last; from >= 2 * first; from -= 2) {
    into[used++] = xy[from]!;
    into[used++] = xy[from + 1]!;
  }
  return used;
}

/** Copies a closed stroke and repeats its first point at the end. */
function copyFromSeam(
  xy: Float64Array,
  first: number,
  last: number,
  seam: number,
  isReversed: boolean,
  into: Float64Array,
  at: number,
): number {
  let used = at;
  used = isReversed ? copyBack(xy, first, seam, into, used) : copy(xy, seam, last, into, used);
  return isReversed ? copyBack(xy, seam, last - 1, into, used) : copy(xy, first + 1, seam, into, used);
}
