import { expect } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import type { Stroke } from '../../src/drivers/simulator/trace.ts';

/** Tolerance of 0.05 mm: motors move in whole steps, and very short moves may be merged. */
const slackSteps = 4;

/** Expects the same strokes in the same order. A straight line may consist of several pieces. */
export function expectInk(strokes: readonly Stroke[], lines: readonly (readonly Point[])[]): void {
  expect(strokes.length).toBe(lines.length);
  for (const [index, { points }] of strokes.entries()) {
    const line = lines[index]!;
    expect([points[0], points.at(-1)]).toEqual([line[0], line.at(-1)]);
    expect(unreached(points, line), `corners of stroke ${index}`).toEqual([]);
    expect(besides(points, line), `points beside stroke ${index}`).toEqual([]);
  }
}

/** Corners that the trace does not reach, in order. */
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

/** Trace points that are not on their segment of the line. */
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
