import { expect } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import type { Stroke } from '../../src/drivers/simulator/trace.ts';

/** 0.05 mm: motors stand on whole steps, and moves of less than a few milliseconds may be sent as one. */
const slackSteps = 4;

/** The same strokes in the same order. A straight line may have been drawn in several pieces. */
export function expectInk(strokes: readonly Stroke[], lines: readonly (readonly Point[])[]): void {
  expect(strokes.length).toBe(lines.length);
  for (const [index, { points }] of strokes.entries()) {
    const line = lines[index]!;
    expect([points[0], points.at(-1)]).toEqual([line[0], line.at(-1)]);
    expect(unreached(points, line), `corners of stroke ${index}`).toEqual([]);
    expect(besides(points, line), `points beside stroke ${index}`).toEqual([]);
  }
}

/** The corners that the trace does not come to, in their order. */
function unreached(points: readonly Point[], line: readonly Point[]): Point[] {
  let from = 0;
  return line.filter((corner) => {
    for (let at = from; at < points.length; at++) {
      const [before, here] = [points[Math.max(0, at - 1)]!, points[at]!];
      if (distanceTo(corner, before, here) > slackSteps) continue;
      from = at;
      return false;
    }
    return true;
  });
}

/** The points of the trace that lie beside the piece of the line that is their turn. */
function besides(points: readonly Point[], line: readonly Point[]): Point[] {
  let piece = 1;
  return points.filter((point) => {
    for (let at = piece; at < line.length; at++) {
      if (distanceTo(point, line[at - 1]!, line[at]!) > slackSteps) continue;
      piece = at;
      return false;
    }
    return line.length > 1;
  });
}

function distanceTo(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy);
}
