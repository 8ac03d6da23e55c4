import { CoveredParts } from './covered-parts.ts';
import { DirectionGrid } from './direction-grid.ts';
import { SameSegments } from './same-segments.ts';
import { type SegmentList, segmentsOf } from './segment-list.ts';
import type { StrokeSet } from './stroke-set.ts';
import { withoutCovered } from './without-covered.ts';

/** Lines that run into each other at a flat angle are not the same line for less than this. */
const shortestOverlapMm = 0.5;
/** Comparisons for each segment, on the average, before the search for partly covered lines is given up. */
const mostComparisons = 100;

export interface Deduplicated {
  readonly strokes: StrokeSet;
  readonly removedMm: number;
  /** Whether everything was looked at; thousands of lines over each other are too many. */
  readonly isWhole: boolean;
}

/** Draws once what lies over something drawn before, within the tolerance: whole segments and parts of them. */
export function deduplicate(strokes: StrokeSet, toleranceMm: number): Deduplicated {
  const segments = segmentsOf(strokes);
  const covered = new CoveredParts();
  const isCovered = coverSame(strokes.xy, segments, toleranceMm, covered);
  const isWhole = coverParts(strokes.xy, segments, toleranceMm, isCovered, covered);
  if (covered.isEmpty) return { strokes, removedMm: 0, isWhole };
  const left = covered.leftOver((segment) => toleranceMm / segments.lengthMm[segment]!);
  return { ...withoutCovered(strokes, segments, left), isWhole };
}

function coverSame(
  xy: Float64Array,
  { count, point }: SegmentList,
  toleranceMm: number,
  covered: CoveredParts,
) {
  const isCovered = new Uint8Array(count);
  const same = new SameSegments(count, toleranceMm);
  for (let segment = 0; segment < count; segment++) {
    const at = 2 * point[segment]!;
    if (same.firstLike(segment, xy[at]!, xy[at + 1]!, xy[at + 2]!, xy[at + 3]!) === -1) continue;
    isCovered[segment] = 1;
    covered.add(segment, 0, 1);
  }
  return isCovered;
}

function coverParts(
  xy: Float64Array,
  segments: SegmentList,
  toleranceMm: number,
  isCovered: Uint8Array,
  covered: CoveredParts,
): boolean {
  const { count, point, lengthMm } = segments;
  if (count === 0) return true;
  const grid = new DirectionGrid(xy, segments, isCovered, toleranceMm);
  let comparisons = 0;
  let segment = 0;
  const compare = (other: number) => {
    comparisons++;
    coverLater(xy, segments, segment, other, toleranceMm, covered);
  };
  const { ends } = grid;
  for (let at = 0; at < ends.length; at++) {
    if ((ends[at]! & 1) === 1) continue;
    if (comparisons > mostComparisons * count + 1e6) return false;
    segment = ends[at]! >> 1;
    grid.along(segment, point[segment]!, lengthMm[segment]!, toleranceMm, compare);
  }
  return true;
}

/** Of two segments that run along each other the later one loses what they share. */
function coverLater(
  xy: Float64Array,
  segments: SegmentList,
  one: number,
  other: number,
  toleranceMm: number,
  covered: CoveredParts,
): void {
  const later = Math.max(one, other);
  const earlier = Math.min(one, other);
  const at = 2 * segments.point[later]!;
  const length = segments.lengthMm[later]!;
  const ux = (xy[at + 2]! - xy[at]!) / length;
  const uy = (xy[at + 3]! - xy[at + 1]!) / length;
  const from = 2 * segments.point[earlier]!;
  const startX = xy[from]! - xy[at]!;
  const startY = xy[from + 1]! - xy[at + 1]!;
  const endX = xy[from + 2]! - xy[at]!;
  const endY = xy[from + 3]! - xy[at + 1]!;
  const startAlong = startX * ux + startY * uy;
  const endAlong = endX * ux + endY * uy;
  const low = Math.max(0, Math.min(startAlong, endAlong));
  const high = Math.min(length, Math.max(startAlong, endAlong));
  if (high - low < Math.min(shortestOverlapMm, 0.9 * length) || high - low <= toleranceMm) return;
  const startOff = startX * uy - startY * ux;
  const slope = (endX * uy - endY * ux - startOff) / (endAlong - startAlong);
  const offAt = (along: number) => Math.abs(startOff + slope * (along - startAlong));
  if (offAt(low) > toleranceMm || offAt(high) > toleranceMm) return;
  covered.add(later, low / length, high / length);
}
