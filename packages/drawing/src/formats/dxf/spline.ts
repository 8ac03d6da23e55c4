import type { Path } from '../../geometry/path.ts';

const maxDegree = 25;
/** Maximum number of subdivisions between two knots. */
const maxHalvings = 14;

interface Spline {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly points: readonly number[];
  /** Either one weight per point or none at all. */
  readonly weights: readonly number[];
  readonly isClosed: boolean;
}

/**
 * Appends lines within `tolerance`. If it is infinite, appends the control polygon, which encloses the spline.
 * Returns false if the spline contains an error. `work` counts the evaluations.
 */
export function addSpline(
  spline: Spline,
  path: Path,
  tolerance: number,
  work: (units: number) => void,
  isContinued = false,
): boolean {
  const { degree, points } = spline;
  const count = points.length / 2;
  const isPossible = Number.isInteger(degree) && degree >= 1 && degree <= maxDegree && count > degree;
  if (!isPossible || !points.every(Number.isFinite)) return false;
  const begin = (x: number, y: number) => (isContinued ? path.lineTo(x, y) : path.moveTo(x, y));
  if (tolerance === Number.POSITIVE_INFINITY) {
    begin(points[0]!, points[1]!);
    for (let at = 2; at < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!);
    return true;
  }
  const knots = usableKnots(spline, count);
  const weights = usableWeights(spline, count);
  const at = (span: number, t: number): [number, number] => {
    work(2 * degree * degree + 10);
    return evaluate(points, weights, knots, degree, span, t);
  };
  let isFirst = true;
  for (let span = degree; span < count; span++) {
    const [from, to] = [knots[span]!, knots[span + 1]!];
    if (!(to > from)) continue;
    const start = at(span, from);
    if (isFirst) begin(...start);
    isFirst = false;
    // Several parts between two knots, because a curve of degree n can turn n - 1 times.
    let before = start;
    for (let piece = 0; piece < degree; piece++) {
      const [t0, t1] = [from + ((to - from) * piece) / degree, from + ((to - from) * (piece + 1)) / degree];
      const end = at(span, t1);
      halve(t0, before, t1, end, 0);
      before = end;
    }
    function halve(t0: number, p0: [number, number], t1: number, p1: [number, number], depth: number): void {
      const middle = (t0 + t1) / 2;
      const p = at(span, middle);
      const isFlat =
        distance(at(span, (t0 + middle) / 2), p0, p1) <= tolerance &&
        distance(p, p0, p1) <= tolerance &&
        distance(at(span, (middle + t1) / 2), p0, p1) <= tolerance;
      if (isFlat || depth >= maxHalvings) {
        path.lineTo(...p1);
        return;
      }
      halve(t0, p0, middle, p, depth + 1);
      halve(middle, p, t1, p1, depth + 1);
    }
  }
  if (isFirst) return false;
  if (spline.isClosed) path.close();
  return true;
}

/** Returns the knots of the file, or uniform knots if they are not usable. */
function usableKnots({ degree, knots }: Spline, count: number): readonly number[] {
  const isUsable =
    knots.length === count + degree + 1 &&
    knots.every((knot, at) => Number.isFinite(knot) && (at === 0 || knot >= knots[at - 1]!));
  if (isUsable) return knots;
  const last = count - degree;
  return Array.from({ length: count + degree + 1 }, (_, at) => Math.min(last, Math.max(0, at - degree)));
}

function usableWeights({ weights }: Spline, count: number): readonly number[] | undefined {
  const isUsable = weights.length === count && weights.every((weight) => weight > 0 && weight < 1e12);
  return isUsable && weights.some((weight) => weight !== weights[0]) ? weights : undefined;
}

/** Returns a point of the spline, by de Boor's algorithm. */
function evaluate(
  points: readonly number[],
  weights: readonly number[] | undefined,
  knots: readonly number[],
  degree: number,
  span: number,
  t: number,
): [number, number] {
  const x: number[] = [];
  const y: number[] = [];
  const w: number[] = [];
  for (let at = span - degree; at <= span; at++) {
    const weight = weights?.[at] ?? 1;
    x.push(points[2 * at]! * weight);
    y.push(points[2 * at + 1]! * weight);
    w.push(weight);
  }
  for (let level = 1; level <= degree; level++) {
    for (let at = degree; at >= level; at--) {
      const low = knots[span - degree + at]!;
      const high = knots[span + 1 + at - level]!;
      const part = high > low ? (t - low) / (high - low) : 0;
      x[at] = (1 - part) * x[at - 1]! + part * x[at]!;
      y[at] = (1 - part) * y[at - 1]! + part * y[at]!;
      w[at] = (1 - part) * w[at - 1]! + part * w[at]!;
    }
  }
  return [x[degree]! / w[degree]!, y[degree]! / w[degree]!];
}

/** Returns the distance of a point from the line through two other points. */
function distance([x, y]: [number, number], [x0, y0]: [number, number], [x1, y1]: [number, number]): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const square = dx * dx + dy * dy;
  const part = square > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / square)) : 0;
  return Math.hypot(x - x0 - part * dx, y - y0 - part * dy);
}

/** Appends a natural cubic spline through the points, parametrised by chord length. */
export function addFitCurve(points: readonly number[], path: Path, isClosed: boolean): boolean {
  const clean = points.filter(
    (_, at) =>
      at < 2 ||
      points[at - (at % 2)] !== points[at - (at % 2) - 2] ||
      points[at - (at % 2) + 1] !== points[at - (at % 2) - 1],
  );
  const count = clean.length / 2;
  if (count < 2 || !clean.every(Number.isFinite)) return false;
  if (!isClosed) return addNatural(clean, path, 0, count - 1);
  // Repeated points at both ends make the curve smooth where it closes.
  const extra = Math.min(8, count);
  const around = [...clean.slice(-2 * extra), ...clean, ...clean.slice(0, 2 * extra)];
  return addNatural(around, path, extra, extra + count);
}

function addNatural(points: readonly number[], path: Path, from: number, to: number): boolean {
  const count = points.length / 2;
  const chord = Array.from({ length: count - 1 }, (_, at) =>
    Math.max(
      1e-12,
      Math.hypot(points[2 * at + 2]! - points[2 * at]!, points[2 * at + 3]! - points[2 * at + 1]!),
    ),
  );
  const [dx, dy] = [slopes(points, chord, 0), slopes(points, chord, 1)];
  path.moveTo(points[2 * from]!, points[2 * from + 1]!);
  for (let at = from; at < to; at++) {
    const third = chord[at]! / 3;
    const [x, y] = [points[2 * at + 2]!, points[2 * at + 3]!];
    path.cubicTo(
      points[2 * at]! + third * dx[at]!,
      points[2 * at + 1]! + third * dy[at]!,
      x - third * dx[at + 1]!,
      y - third * dy[at + 1]!,
      x,
      y,
    );
  }
  return true;
}

/** Returns the first derivatives at the points by solving a tridiagonal system. */
function slopes(points: readonly number[], chord: readonly number[], axis: 0 | 1): number[] {
  const count = chord.length + 1;
  const rise = (at: number) => (points[2 * at + 2 + axis]! - points[2 * at + axis]!) / chord[at]!;
  const upper: number[] = [0.5];
  const right: number[] = [1.5 * rise(0)];
  for (let at = 1; at < count; at++) {
    const isLast = at === count - 1;
    const before = isLast ? 1 : 1 / chord[at - 1]!;
    const after = isLast ? 0 : 1 / chord[at]!;
    const diagonal = 2 * (before + after);
    const value = isLast ? 3 * rise(at - 1) : 3 * (rise(at - 1) * before + rise(at) * after);
    const pivot = diagonal - before * upper[at - 1]!;
    upper.push(after / pivot);
    right.push((value - before * right[at - 1]!) / pivot);
  }
  for (let at = count - 2; at >= 0; at--) right[at]! -= upper[at]! * right[at + 1]!;
  return right;
}
