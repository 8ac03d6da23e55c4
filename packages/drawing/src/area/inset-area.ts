import { Polylines } from '../geometry/polylines.ts';
import { type Area, boxAroundPoints, surfaceOf, type Work } from './area.ts';
import { backwardArea, normaliseArea } from './combine-areas.ts';
import { addSideRing } from './stroke-area.ts';

/** Returns the part of an area that lies farther from its outline than a distance. */
export function insetArea(area: Area, distanceMm: number, toleranceMm: number, work: Work): Area {
  return insetRings(normaliseArea(area, work).rings, distanceMm, toleranceMm, work);
}

/**
 * Like `insetArea`, for rings that neither cross nor overlap, such as those of combined areas. Moves each ring
 * inwards. A part that is too narrow then winds backwards and is dropped (as in Clipper).
 */
export function insetRings(
  { points, ends }: Polylines,
  distanceMm: number,
  toleranceMm: number,
  work: Work,
): Area {
  const moved = new Polylines();
  const style = { widthMm: 2 * distanceMm, cap: 'round', join: 'round', miterLimit: 1 } as const;
  let from = 0;
  for (const end of ends) {
    if (!vanishes(points, from, end, distanceMm))
      addSideRing(points.subarray(from, end), style, toleranceMm, moved, work);
    from = end;
  }
  return backwardArea(moved, work);
}

/** Whether a ring is an outline, not a hole, that the inset removes entirely. */
function vanishes(points: Float64Array, from: number, end: number, distanceMm: number): boolean {
  const { minX, minY, maxX, maxY } = boxAroundPoints(points, from, end);
  return Math.min(maxX - minX, maxY - minY) <= 2 * distanceMm && surfaceOf(points, from, end) > 0;
}
