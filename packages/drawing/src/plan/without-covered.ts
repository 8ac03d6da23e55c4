import type { Segments } from './segments.ts';
import { type StrokeSet, StrokeSetBuilder } from './stroke-set.ts';

/** A second line over a shorter way is not seen, while a lift takes time and leaves a mark where the pen comes down. */
export const minCutMm = 1;
/** Shares of a length times the length are off by less. */
const roundingMm = 1e-6;

const whole: readonly number[] = [0, 1];

/**
 * The strokes as far as they are left. What is covered is left out at either end of a stroke; in the middle, where
 * that takes another lift, only if it is long enough.
 */
export function withoutCovered(
  { xy, starts, count }: StrokeSet,
  segments: Segments,
  /** By segment, in their order. */
  left: ReadonlyMap<number, readonly number[]>,
): { readonly strokes: StrokeSet; readonly removedMm: number } {
  const into = new StrokeSetBuilder(xy.length / 2, count);
  let removedMm = 0;
  let stroke = 0;
  for (const covered of left.keys()) {
    // Another part of a stroke that is done.
    if (covered < starts[stroke]!) continue;
    const whole = stroke;
    while (starts[stroke + 1]! <= covered) stroke++;
    into.addStrokes(xy, starts, whole, stroke);
    removedMm += addLeft(segments, starts[stroke]!, starts[stroke + 1]! - 1, left, into);
    into.endStroke();
    stroke++;
  }
  into.addStrokes(xy, starts, stroke, count);
  return { strokes: into.build(), removedMm };
}

/** Adds what is left of the segments of one stroke, between two of its points; gives the length that is not. */
function addLeft(
  { xy, lengthMm }: Segments,
  first: number,
  last: number,
  left: ReadonlyMap<number, readonly number[]>,
  into: StrokeSetBuilder,
): number {
  let removedMm = 0;
  let coveredMm = 0;
  let lastPoint = 0;
  for (let from = first; from < last; from++) {
    if (lengthMm[from] === 0) continue;
    const x = xy[2 * from]!;
    const y = xy[2 * from + 1]!;
    const toX = xy[2 * from + 2]!;
    const toY = xy[2 * from + 3]!;
    const parts = left.get(from) ?? whole;
    let reached = 0;
    for (let at = 0; at < parts.length; at += 2) {
      const begin = parts[at]!;
      coveredMm += (begin - reached) * lengthMm[from]!;
      reached = parts[at + 1]!;
      if (into.pointsInStroke > 0 && coveredMm < minCutMm - roundingMm) {
        if (coveredMm > 0) into.addRange(xy, lastPoint + 1, from + 1);
      } else {
        removedMm += coveredMm;
        into.endStroke();
        into.add(x + begin * (toX - x), y + begin * (toY - y));
      }
      coveredMm = 0;
      const isEnd = reached === 1;
      into.add(isEnd ? toX : x + reached * (toX - x), isEnd ? toY : y + reached * (toY - y));
      lastPoint = isEnd ? from + 1 : from;
    }
    coveredMm += (1 - reached) * lengthMm[from]!;
  }
  return removedMm + coveredMm;
}
