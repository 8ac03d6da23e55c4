import type { Box } from '../geometry/box.ts';

/**
 * Clips a ring to a box, edge by edge (Sutherland and Hodgman). Parts outside are projected onto the edge of the box,
 * so the winding numbers inside stay correct.
 */
export function clipRingToBox(ring: readonly number[], { minX, minY, maxX, maxY }: Box): readonly number[] {
  let points = clipAt(ring, 0, minX, 1);
  points = clipAt(points, 0, maxX, -1);
  points = clipAt(points, 1, minY, 1);
  return clipAt(points, 1, maxY, -1);
}

/** Keeps the part on one side of `limit`, given by `sign`, along x (`axis` 0) or y (1). */
function clipAt(points: readonly number[], axis: 0 | 1, limit: number, sign: 1 | -1): readonly number[] {
  const { length } = points;
  let isAllInside = true;
  for (let at = axis; at < length && isAllInside; at += 2)
    isAllInside = ((points[at] as number) - limit) * sign >= 0;
  if (isAllInside) return points;
  const out: number[] = [];
  const cross = 1 - axis;
  let before = length - 2;
  let beforeSide = ((points[before + axis] as number) - limit) * sign;
  for (let at = 0; at < length; at += 2) {
    const side = ((points[at + axis] as number) - limit) * sign;
    if (side >= 0 !== beforeSide >= 0) {
      const share = beforeSide / (beforeSide - side);
      const from = points[before + cross] as number;
      const other = from + share * ((points[at + cross] as number) - from);
      if (axis === 0) out.push(limit, other);
      else out.push(other, limit);
    }
    if (side >= 0) out.push(points[at] as number, points[at + 1] as number);
    before = at;
    beforeSide = side;
  }
  return out;
}
