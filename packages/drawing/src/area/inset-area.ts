import { Polylines } from '../geometry/polylines.ts';
import type { Area, Work } from './area.ts';
import { combineAreas } from './combine-areas.ts';
import { addStrokeRings } from './stroke-area.ts';

/**
 * What of an area lies farther from its outline than a distance: the area without a stroke of twice that width along its
 * outline. Nothing of it lies outside of the area.
 */
export function insetArea(area: Area, distanceMm: number, toleranceMm: number, work: Work): Area {
  const edge = new Polylines();
  const style = { widthMm: 2 * distanceMm, cap: 'round', join: 'round', miterLimit: 1 } as const;
  const { points, ends } = area.rings;
  let from = 0;
  for (const end of ends) {
    const ring = points.subarray(from, end);
    addStrokeRings(closedRing(ring), style, toleranceMm, edge, work);
    from = end;
  }
  return combineAreas(area, { rings: edge, rule: 'nonzero' }, 'subtract', work);
}

/** Rings may leave out the way back to where they began. */
function closedRing(ring: Float64Array): Float64Array {
  const last = ring.length - 2;
  if (ring[0] === ring[last] && ring[1] === ring[last + 1]) return ring;
  const closed = new Float64Array(ring.length + 2);
  closed.set(ring);
  closed.set(ring.subarray(0, 2), ring.length);
  return closed;
}
