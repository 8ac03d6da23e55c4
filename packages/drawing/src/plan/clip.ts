import type { Points } from '../drawing.ts';
import { type Box, edgeSlackMm } from '../geometry/box.ts';
import type { Transform } from '../geometry/transform.ts';
import type { StrokeSetBuilder } from '../strokes/stroke-set.ts';

export const everywhere: Box = {
  minX: -Number.MAX_VALUE,
  minY: -Number.MAX_VALUE,
  maxX: Number.MAX_VALUE,
  maxY: Number.MAX_VALUE,
};

/**
 * Adds the parts of a stroke inside the edge. Moves points slightly outside onto the edge, and drops strokes
 * with invalid numbers. Returns whether anything was cut off.
 */
export function addClipped(points: Points, transform: Transform, edge: Box, into: StrokeSetBuilder): boolean {
  if (edge === everywhere || !areNumbers(points)) return false;
  return addInside(moved(points, transform, edge), edge, into);
}

function areNumbers(points: Points): boolean {
  for (let at = 0; at < points.length; at++) if (!Number.isFinite(points[at])) return false;
  return true;
}

function moved(points: Points, { a, b, c, d, e, f }: Transform, edge: Box): Points {
  const laid = new Float64Array(points.length);
  for (let at = 0; at + 1 < points.length; at += 2) {
    laid[at] = ontoEdge(a * points[at]! + c * points[at + 1]! + e, edge.minX, edge.maxX);
    laid[at + 1] = ontoEdge(b * points[at]! + d * points[at + 1]! + f, edge.minY, edge.maxY);
  }
  return laid;
}

function ontoEdge(value: number, min: number, max: number): number {
  if (value < min && value >= min - edgeSlackMm) return min;
  return value > max && value <= max + edgeSlackMm ? max : value;
}

/**
 * Adds one stroke for each part inside (Liang and Barsky, by segment). Returns whether any part is outside. If
 * all points are inside, so is the whole stroke, because a box is convex.
 */
function addInside(points: Points, edge: Box, into: StrokeSetBuilder): boolean {
  let isCut = false;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at]!;
    const y = points[at + 1]!;
    const isInside = x >= edge.minX && x <= edge.maxX && y >= edge.minY && y <= edge.maxY;
    if (isInside && (at === 0 || into.pointsInStroke > 0)) into.add(x, y);
    else if (at > 0) cutSegment(points[at - 2]!, points[at - 1]!, x, y, edge, into);
    if (isInside) continue;
    isCut = true;
    into.endStroke();
  }
  into.endStroke();
  return isCut;
}

/** Adds the part of a segment inside. Adds its first point only if the stroke does not already end there. */
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

/** Limits a cut point to the edge, because rounding might move it beyond. */
function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
