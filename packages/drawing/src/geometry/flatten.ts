import type { Matrix } from './matrix.ts';
import { type Path, verb } from './path.ts';
import type { Polylines } from './polylines.ts';

/**
 * Appends a path as lines. Transforms the definition of curves instead of their points, so that the tolerance
 * holds under any distortion.
 */
export function flatten(path: Path, matrix: Matrix, tolerance: number, out: Polylines): void {
  const [a, b, c, d, e, f] = matrix;
  const { verbs, verbCount, numbers } = path;
  let at = 0;
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  let begun = false;
  let drawn = false;

  const begin = () => {
    if (begun) return;
    begun = true;
    drawn = false;
    out.add(x, y);
  };
  const finish = (closed: boolean) => {
    if (!begun) return;
    if (drawn && out.currentCount === 1) out.add(x, y);
    out.end(closed);
    begun = false;
  };

  for (let index = 0; index < verbCount; index++) {
    switch (verbs[index]) {
      case verb.move: {
        finish(false);
        const u = numbers[at] as number;
        const v = numbers[at + 1] as number;
        at += 2;
        startX = x = a * u + c * v + e;
        startY = y = b * u + d * v + f;
        break;
      }
      case verb.line: {
        begin();
        const u = numbers[at] as number;
        const v = numbers[at + 1] as number;
        at += 2;
        const toX = a * u + c * v + e;
        const toY = b * u + d * v + f;
        if (toX !== x || toY !== y) out.add(toX, toY);
        x = toX;
        y = toY;
        drawn = true;
        break;
      }
      case verb.quadratic: {
        begin();
        const x1 = a * numbers[at]! + c * numbers[at + 1]! + e;
        const y1 = b * numbers[at]! + d * numbers[at + 1]! + f;
        const x2 = a * numbers[at + 2]! + c * numbers[at + 3]! + e;
        const y2 = b * numbers[at + 2]! + d * numbers[at + 3]! + f;
        at += 4;
        quadratic(x, y, x1, y1, x2, y2, tolerance, out);
        x = x2;
        y = y2;
        drawn = true;
        break;
      }
      case verb.cubic: {
        begin();
        const x1 = a * numbers[at]! + c * numbers[at + 1]! + e;
        const y1 = b * numbers[at]! + d * numbers[at + 1]! + f;
        const x2 = a * numbers[at + 2]! + c * numbers[at + 3]! + e;
        const y2 = b * numbers[at + 2]! + d * numbers[at + 3]! + f;
        const x3 = a * numbers[at + 4]! + c * numbers[at + 5]! + e;
        const y3 = b * numbers[at + 4]! + d * numbers[at + 5]! + f;
        at += 6;
        cubic(x, y, x1, y1, x2, y2, x3, y3, tolerance, out);
        x = x3;
        y = y3;
        drawn = true;
        break;
      }
      case verb.arc: {
        begin();
        const toX = a * numbers[at + 8]! + c * numbers[at + 9]! + e;
        const toY = b * numbers[at + 8]! + d * numbers[at + 9]! + f;
        arc(numbers, at, matrix, toX, toY, tolerance, out);
        at += 10;
        x = toX;
        y = toY;
        drawn = true;
        break;
      }
      default: {
        begin();
        if (x !== startX || y !== startY) out.add(startX, startY);
        x = startX;
        y = startY;
        drawn = true;
        finish(true);
      }
    }
  }
  finish(false);
}

/**
 * Returns the number of equal steps that keep a curve with this second difference within the tolerance (Wang).
 */
function steps(secondDifference: number, factor: number, tolerance: number): number {
  const count = Math.ceil(Math.sqrt((factor * secondDifference) / tolerance));
  // Non-finite values give one step; the check of every coordinate rejects them later.
  return count >= 1 && count < 100_000 ? count : 1;
}

function quadratic(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  tolerance: number,
  out: Polylines,
): void {
  const dx = x0 - 2 * x1 + x2;
  const dy = y0 - 2 * y1 + y2;
  const count = steps(Math.sqrt(dx * dx + dy * dy), 1 / 4, tolerance);
  for (let step = 1; step < count; step++) {
    const t = step / count;
    const s = 1 - t;
    out.add(s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2);
  }
  if (count > 1 || x2 !== x0 || y2 !== y0) out.add(x2, y2);
}

function cubic(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
  tolerance: number,
  out: Polylines,
): void {
  const ax = x0 - 2 * x1 + x2;
  const ay = y0 - 2 * y1 + y2;
  const bx = x1 - 2 * x2 + x3;
  const by = y1 - 2 * y2 + y3;
  const second = Math.sqrt(Math.max(ax * ax + ay * ay, bx * bx + by * by));
  const count = steps(second, 3 / 4, tolerance);
  if (count > 1) {
    out.grow(out.length + 2 * count);
    // Evaluate a polynomial relative to the first point, because it needs fewer multiplications and accumulates
    // no error.
    const cx = 3 * (x1 - x0);
    const cy = 3 * (y1 - y0);
    const qx = 3 * ax;
    const qy = 3 * ay;
    const kx = bx - ax;
    const ky = by - ay;
    const { points } = out;
    let { length } = out;
    for (let step = 1; step < count; step++) {
      const t = step / count;
      points[length++] = ((kx * t + qx) * t + cx) * t + x0;
      points[length++] = ((ky * t + qy) * t + cy) * t + y0;
    }
    out.length = length;
  }
  if (count > 1 || x3 !== x0 || y3 !== y0) out.add(x3, y3);
}

function arc(
  numbers: Float64Array,
  at: number,
  [a, b, c, d, e, f]: Matrix,
  toX: number,
  toY: number,
  tolerance: number,
  out: Polylines,
): void {
  const cx = a * numbers[at]! + c * numbers[at + 1]! + e;
  const cy = b * numbers[at]! + d * numbers[at + 1]! + f;
  const ux = a * numbers[at + 2]! + c * numbers[at + 3]!;
  const uy = b * numbers[at + 2]! + d * numbers[at + 3]!;
  const vx = a * numbers[at + 4]! + c * numbers[at + 5]!;
  const vy = b * numbers[at + 4]! + d * numbers[at + 5]!;
  const from = numbers[at + 6]!;
  const sweep = numbers[at + 7]!;
  // The longest radius is the largest singular value of the matrix with columns u and v.
  const half = (ux * ux + uy * uy + vx * vx + vy * vy) / 2;
  const det = ux * vy - uy * vx;
  const radius = Math.sqrt(half + Math.sqrt(Math.max(0, half * half - det * det)));
  const step = radius > tolerance ? 2 * Math.acos(1 - tolerance / radius) : Math.PI / 2;
  const wanted = Math.ceil(Math.abs(sweep) / Math.min(step, Math.PI / 4));
  const count = wanted >= 1 && wanted < 100_000 ? wanted : 1;
  for (let index = 1; index < count; index++) {
    const angle = from + (sweep * index) / count;
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    out.add(cx + ux * cos + vx * sin, cy + uy * cos + vy * sin);
  }
  out.add(toX, toY);
}
