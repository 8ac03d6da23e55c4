import type { StrokeSet } from './stroke-set.ts';

/**
 * Leaves out points that lie within the tolerance of the line without them (Douglas and Peucker), and those
 * at the same place as the one before. The ends stay. A tolerance of 0 leaves everything as it is.
 */
export function simplify(strokes: StrokeSet, toleranceMm: number): StrokeSet {
  if (toleranceMm === 0) return strokes;
  const isKept = new Uint8Array(strokes.xy.length / 2);
  const kept = keep(strokes, toleranceMm, isKept);
  return kept === isKept.length ? strokes : withKept(strokes, isKept, kept);
}

/** Marks the points that stay, and counts them. */
function keep({ xy, starts, count }: StrokeSet, toleranceMm: number, isKept: Uint8Array): number {
  let kept = 0;
  for (let stroke = 0; stroke < count; stroke++)
    kept += keepBetween(xy, starts[stroke]!, starts[stroke + 1]! - 1, toleranceMm, isKept);
  return kept;
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
  if (last - first === 1) return 2;
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

function withKept({ xy, starts, count }: StrokeSet, isKept: Uint8Array, kept: number): StrokeSet {
  const left = new Float64Array(2 * kept);
  const leftStarts = new Uint32Array(count + 1);
  let used = 0;
  for (let stroke = 0; stroke < count; stroke++) {
    const end = starts[stroke + 1]!;
    for (let at = starts[stroke]!; at < end; at++) {
      if (isKept[at] === 0) continue;
      left[used++] = xy[2 * at]!;
      left[used++] = xy[2 * at + 1]!;
    }
    leftStarts[stroke + 1] = used / 2;
  }
  return { xy: left, starts: leftStarts, count };
}

/** The point between two that lies farthest off their line, or 0 where none is off by more than allowed. */
function farthestFrom(xy: Float64Array, from: number, to: number, toleranceMm: number): number {
  const ax = xy[2 * from]!;
  const ay = xy[2 * from + 1]!;
  const dx = xy[2 * to]! - ax;
  const dy = xy[2 * to + 1]! - ay;
  const squaredLength = dx * dx + dy * dy;
  let found = 0;
  let most = toleranceMm * toleranceMm;
  for (let at = from + 1; at < to; at++) {
    const px = xy[2 * at]! - ax;
    const py = xy[2 * at + 1]! - ay;
    const along = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squaredLength));
    const x = px - along * dx;
    const y = py - along * dy;
    const squared = x * x + y * y;
    if (squared > most) {
      most = squared;
      found = at;
    }
  }
  return found;
}
