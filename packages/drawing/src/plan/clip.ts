import type { Points } from '../drawing.ts';
import type { Box, Transform } from './placement.ts';
import type { StrokeSetBuilder } from './stroke-set.ts';

/**
 * Lays a stroke on the paper and cuts off what lies beyond the edge (Liang and Barsky, segment by segment):
 * it leaves as many strokes as there are parts inside. Says whether anything was cut off.
 */
export function layStroke(
  points: Points,
  { a, b, c, d, e, f }: Transform,
  edge: Box | undefined,
  into: StrokeSetBuilder,
): boolean {
  let wasCut = false;
  let fromX = 0;
  let fromY = 0;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = a * points[at]! + c * points[at + 1]! + e;
    const y = b * points[at]! + d * points[at + 1]! + f;
    const isInside =
      edge === undefined || (x >= edge.minX && x <= edge.maxX && y >= edge.minY && y <= edge.maxY);
    if (at === 0) {
      if (isInside) into.add(x, y);
      else wasCut = true;
    } else if (isInside && into.pointsInStroke > 0) {
      into.add(x, y);
    } else {
      wasCut = true;
      if (edge !== undefined) cutSegment(fromX, fromY, x, y, edge, into);
      if (!isInside) into.endStroke();
    }
    fromX = x;
    fromY = y;
  }
  into.endStroke();
  return wasCut;
}

/** Adds the part inside; the first point only where none of this stroke is there. */
function cutSegment(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  { minX, minY, maxX, maxY }: Box,
  into: StrokeSetBuilder,
): void {
  const dx = toX - fromX;
  const dy = toY - fromY;
  let enters = 0;
  let leaves = 1;
  for (const [slope, room] of [
    [-dx, fromX - minX],
    [dx, maxX - fromX],
    [-dy, fromY - minY],
    [dy, maxY - fromY],
  ] as const) {
    if (slope === 0) {
      if (room < 0) return;
    } else if (slope < 0) enters = Math.max(enters, room / slope);
    else leaves = Math.min(leaves, room / slope);
  }
  if (!(enters < leaves)) return;
  if (into.pointsInStroke === 0)
    into.add(within(fromX + enters * dx, minX, maxX), within(fromY + enters * dy, minY, maxY));
  into.add(within(fromX + leaves * dx, minX, maxX), within(fromY + leaves * dy, minY, maxY));
}

/** Rounding must not carry a point over the edge that it was cut at. */
function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
