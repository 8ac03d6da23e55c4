import type { Box } from '../geometry/box.ts';
import { Polylines } from '../geometry/polylines.ts';

export type FillRule = 'nonzero' | 'evenodd';

/** An area of the plane, possibly with holes or several parts. Each line is a closed ring. */
export interface Area {
  readonly rings: Polylines;
  readonly rule: FillRule;
}

/** Called with the amount of work done, in units of the reading budget. Throws if the budget is exceeded. */
export type Work = (units: number) => void;

export function emptyArea(): Area {
  return { rings: new Polylines(), rule: 'nonzero' };
}

export function areaOfBox({ minX, minY, maxX, maxY }: Box): Area {
  const rings = new Polylines();
  rings.add(minX, minY);
  rings.add(maxX, minY);
  rings.add(maxX, maxY);
  rings.add(minX, maxY);
  rings.add(minX, minY);
  rings.end(true);
  return { rings, rule: 'nonzero' };
}

export function boxAroundArea({ rings: { points, length } }: Area): Box | undefined {
  if (length === 0) return undefined;
  return boxAroundPoints(points, 0, length);
}

export function boxAroundPoints(points: Float64Array, from: number, end: number): Box {
  let minX = points[from] as number;
  let minY = points[from + 1] as number;
  let maxX = minX;
  let maxY = minY;
  for (let at = from + 2; at < end; at += 2) {
    const x = points[at] as number;
    const y = points[at + 1] as number;
    if (x < minX) minX = x;
    else if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    else if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

/** Returns the signed area of a ring, which is negative for holes of combined areas. */
export function surfaceOf(points: Float64Array, from: number, end: number): number {
  let twice = 0;
  const [x, y] = [points[from]!, points[from + 1]!];
  for (let at = from + 2; at < end; at += 2)
    twice += (points[at - 2]! - x) * (points[at + 1]! - y) - (points[at]! - x) * (points[at - 1]! - y);
  return twice / 2;
}
