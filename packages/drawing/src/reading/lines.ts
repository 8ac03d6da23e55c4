import { edgeToleranceMm } from '../area/region.ts';
import type { Matrix } from '../geometry/matrix.ts';
import type { Polylines } from '../geometry/polylines.ts';

/** Positions farther out would break every calculation. */
export const maxCoordinateMm = 1e7;

export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  /** The largest absolute value; NaN if any coordinate is not a number. */
  readonly farthest: number;
}

export function boundsOf({ points, length }: Polylines): Bounds | undefined {
  if (length === 0) return undefined;
  let minX = points[0] as number;
  let maxX = minX;
  let minY = points[1] as number;
  let maxY = minY;
  let sum = 0;
  for (let at = 0; at < length; at += 2) {
    const x = points[at] as number;
    const y = points[at + 1] as number;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    // Becomes NaN if a coordinate is NaN, which comparisons ignore.
    sum += x + y;
  }
  const farthest = Number.isFinite(sum) ? Math.max(-minX, maxX, -minY, maxY) : Number.NaN;
  return { minX, minY, maxX, maxY, farthest };
}

/** Closes open lines, and drops lines that enclose no area. */
export function closeOpenLines(lines: Polylines, out: Polylines): void {
  let from = 0;
  for (const end of lines.ends) {
    if (end - from >= 6 && hasWidth(lines.points, from, end)) {
      for (let at = from; at < end; at += 2) out.add(lines.points[at]!, lines.points[at + 1]!);
      const isBack =
        lines.points[from] === lines.points[end - 2] && lines.points[from + 1] === lines.points[end - 1];
      if (!isBack) out.add(lines.points[from]!, lines.points[from + 1]!);
      out.end(true);
    }
    from = end;
  }
}

/** Whether not all points are on one line. */
function hasWidth(points: Float64Array, from: number, end: number): boolean {
  const x = points[from] as number;
  const y = points[from + 1] as number;
  let dx = 0;
  let dy = 0;
  let farthest = 0;
  for (let at = from + 2; at < end; at += 2) {
    const [ux, uy] = [points[at]! - x, points[at + 1]! - y];
    const distance = ux * ux + uy * uy;
    if (distance > farthest) [dx, dy, farthest] = [ux, uy, distance];
  }
  const tolerance = edgeToleranceMm * Math.sqrt(farthest);
  for (let at = from + 2; at < end; at += 2)
    if (!(Math.abs(dx * (points[at + 1]! - y) - dy * (points[at]! - x)) <= tolerance)) return true;
  return false;
}

/** Copies lines without dots and returns the number of dots. Copies nothing if there are none. */
export function withoutDots(lines: Polylines, out: Polylines): number {
  const { points, ends } = lines;
  const isDot = (from: number, end: number) =>
    end - from === 4 && points[from] === points[from + 2] && points[from + 1] === points[from + 3];
  let dots = 0;
  let from = 0;
  for (const end of ends) {
    if (isDot(from, end)) dots++;
    from = end;
  }
  if (dots === 0) return 0;
  from = 0;
  for (let index = 0; index < ends.length; index++) {
    const end = ends[index] as number;
    if (!isDot(from, end)) {
      for (let at = from; at < end; at += 2) out.add(points[at]!, points[at + 1]!);
      out.end(lines.closed[index] as boolean);
    }
    from = end;
  }
  return dots;
}

export function transformLines({ points, length }: Polylines, [a, b, c, d, e, f]: Matrix): void {
  for (let at = 0; at < length; at += 2) {
    const x = points[at] as number;
    const y = points[at + 1] as number;
    points[at] = a * x + c * y + e;
    points[at + 1] = b * x + d * y + f;
  }
}
