import { type StrokeSet, StrokeSetBuilder } from './stroke-set.ts';

interface Simplified {
  readonly strokes: StrokeSet;
  /** Whether a line turns back along itself. If so, `drawsAll` may change the result. */
  readonly turnsBack: boolean;
}

/**
 * Removes points within the tolerance of the line without them (Douglas and Peucker), but no ends. A tolerance of 0
 * changes nothing. `drawsAll` keeps points at which a line turns back.
 */
export function simplify(strokes: StrokeSet, toleranceMm: number, drawsAll = false): Simplified {
  const { xy, starts } = strokes;
  if (toleranceMm === 0) return { strokes, turnsBack: false };
  const isKept = new Uint8Array(xy.length / 2);
  const flat = withFlatCorners(strokes, toleranceMm);
  let turned = false;
  let left = 0;
  for (const stroke of flat) {
    const first = starts[stroke]!;
    const last = starts[stroke + 1]! - 1;
    let from = first;
    for (let at = first + 1; drawsAll && at < last; at++) {
      if (!turnsBack(xy, at, toleranceMm)) continue;
      turned = true;
      left -= keepBetween(xy, from, at, toleranceMm, isKept) - 1;
      from = at;
    }
    left += last + 1 - first - keepBetween(xy, from, last, toleranceMm, isKept);
    for (let at = first + 1; !drawsAll && !turned && at < last; at++)
      turned = isKept[at] === 0 && turnsBack(xy, at, toleranceMm);
  }
  return { strokes: left === 0 ? strokes : withKept(strokes, flat, isKept), turnsBack: turned };
}

function withFlatCorners({ xy, starts, count }: StrokeSet, toleranceMm: number): Uint32Array {
  const found = new Uint32Array(count);
  let used = 0;
  for (let stroke = 0; stroke < count; stroke++)
    if (hasFlatCorner(xy, starts[stroke]!, starts[stroke + 1]! - 1, toleranceMm)) found[used++] = stroke;
  return found.subarray(0, used);
}

/**
 * Whether a point may be removable. If so, it forms a triangle of almost no area with its neighbours, because
 * all three points lie in a strip as narrow as the tolerance. Most strokes with real corners need no further
 * check.
 */
function hasFlatCorner(xy: Float64Array, first: number, last: number, toleranceMm: number): boolean {
  const flat = 8 * toleranceMm * toleranceMm;
  for (let at = 2 * first + 2; at < 2 * last; at += 2) {
    const inX = xy[at]! - xy[at - 2]!;
    const inY = xy[at + 1]! - xy[at - 1]!;
    const outX = xy[at + 2]! - xy[at]!;
    const outY = xy[at + 3]! - xy[at + 1]!;
    const area = inX * outY - inY * outX;
    if (area * area <= flat * (inX * inX + inY * inY + outX * outX + outY * outY)) return true;
  }
  return false;
}

/**
 * Whether a line turns back at a point. Turns within the tolerance do not count, because they come from
 * digitising.
 */
function turnsBack(xy: Float64Array, at: number, toleranceMm: number): boolean {
  const inX = xy[2 * at]! - xy[2 * at - 2]!;
  const inY = xy[2 * at + 1]! - xy[2 * at - 1]!;
  const outX = xy[2 * at + 2]! - xy[2 * at]!;
  const outY = xy[2 * at + 3]! - xy[2 * at + 1]!;
  return inX * outX + inY * outY < -toleranceMm * toleranceMm;
}

function keepBetween(
  xy: Float64Array,
  first: number,
  last: number,
  toleranceMm: number,
  isKept: Uint8Array,
): number {
  isKept[first] = 1;
  isKept[last] = 1;
  const open = [first, last];
  let kept = 2;
  while (open.length > 0) {
    const to = open.pop()!;
    const from = open.pop()!;
    const farthest = farthestFrom(xy, from, to, toleranceMm);
    if (farthest === 0) continue;
    isKept[farthest] = 1;
    kept++;
    open.push(from, farthest, farthest, to);
  }
  return kept;
}

/** Reduces the strokes in `some` to the kept points. */
function withKept({ xy, starts, count }: StrokeSet, some: Uint32Array, isKept: Uint8Array): StrokeSet {
  const into = new StrokeSetBuilder(xy.length / 2, count);
  let next = 0;
  for (const stroke of some) {
    into.addStrokes(xy, starts, next, stroke);
    for (let at = starts[stroke]!; at < starts[stroke + 1]!; at++)
      if (isKept[at] === 1) into.add(xy[2 * at]!, xy[2 * at + 1]!);
    into.endStroke();
    next = stroke + 1;
  }
  into.addStrokes(xy, starts, next, count);
  return into.build();
}

/** Returns the point farthest from the line between two points; 0 if all are within the tolerance. */
function farthestFrom(xy: Float64Array, from: number, to: number, toleranceMm: number): number {
  const ax = xy[2 * from]!;
  const ay = xy[2 * from + 1]!;
  const dx = xy[2 * to]! - ax;
  const dy = xy[2 * to + 1]! - ay;
  const squaredLength = dx * dx + dy * dy;
  let found = 0;
  let maxSquared = toleranceMm * toleranceMm;
  for (let at = from + 1; at < to; at++) {
    const px = xy[2 * at]! - ax;
    const py = xy[2 * at + 1]! - ay;
    const along = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength));
    const x = px - along * dx;
    const y = py - along * dy;
    const squared = x * x + y * y;
    if (squared > maxSquared) {
      maxSquared = squared;
      found = at;
    }
  }
  return found;
}
