import type { Area, FillRule } from '../../src/area/area.ts';

/**
 * Returns the winding number by the simplest correct algorithm: counts how often edges pass to the right of the
 * point.
 */
export function windingAt({ rings: { points, ends } }: Area, x: number, y: number): number {
  let winding = 0;
  for (const [x0, y0, x1, y1] of edgesOf(points, ends)) {
    if (y0 <= y === y1 <= y) continue;
    if (x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) > x) winding += y1 > y0 ? 1 : -1;
  }
  return winding;
}

export function holds(area: Area, x: number, y: number, rule: FillRule = area.rule): boolean {
  const winding = windingAt(area, x, y);
  return rule === 'evenodd' ? winding % 2 !== 0 : winding !== 0;
}

export function distanceToEdges({ rings: { points, ends } }: Area, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [x0, y0, x1, y1] of edgesOf(points, ends)) {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const squared = dx * dx + dy * dy;
    const t = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / squared));
    least = Math.min(least, Math.hypot(x0 + t * dx - x, y0 + t * dy - y));
  }
  return least;
}

/** Returns the surface and the length of the outline of an area whose rings neither cross nor overlap. */
export function sizeOf({ rings: { points, ends } }: Area): {
  readonly surface: number;
  readonly length: number;
} {
  let surface = 0;
  let length = 0;
  const [originX, originY] = [points[0] ?? 0, points[1] ?? 0];
  for (const [x0, y0, x1, y1] of edgesOf(points, ends)) {
    surface += ((x0 - originX) * (y1 - originY) - (x1 - originX) * (y0 - originY)) / 2;
    length += Math.hypot(x1 - x0, y1 - y0);
  }
  return { surface, length };
}

function* edgesOf(
  points: Float64Array,
  ends: readonly number[],
): Generator<[number, number, number, number]> {
  let from = 0;
  for (const end of ends) {
    for (let at = from; at < end; at += 2) {
      const next = at + 2 < end ? at + 2 : from;
      yield [points[at]!, points[at + 1]!, points[next]!, points[next + 1]!];
    }
    from = end;
  }
}
