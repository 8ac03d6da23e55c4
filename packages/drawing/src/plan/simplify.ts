import { type StrokeSet, StrokeSetBuilder } from './stroke-set.ts';

/**
 * Leaves out points that lie within the tolerance of the line without them (Douglas and Peucker), and those
 * at the same place as the one before. The ends stay. A tolerance of 0 leaves everything as it is.
 */
export function simplify(strokes: StrokeSet, toleranceMm: number): StrokeSet {
  if (toleranceMm === 0) return strokes;
  const { xy, starts, count } = strokes;
  const into = new StrokeSetBuilder(xy.length / 2, count);
  const kept = new Uint8Array(xy.length / 2);
  const open: number[] = [];
  for (let stroke = 0; stroke < count; stroke++) {
    const first = starts[stroke]!;
    const last = starts[stroke + 1]! - 1;
    kept[first] = 1;
    kept[last] = 1;
    open.push(first, last);
    while (open.length > 0) {
      const to = open.pop()!;
      const from = open.pop()!;
      const farthest = farthestFrom(xy, from, to, toleranceMm);
      if (farthest === 0) continue;
      kept[farthest] = 1;
      open.push(from, farthest, farthest, to);
    }
    let keptUpTo = first;
    for (let at = first; at <= last; at++) {
      if (kept[at] === 1) continue;
      into.addRange(xy, keptUpTo, at);
      keptUpTo = at + 1;
    }
    into.addRange(xy, keptUpTo, last + 1);
    into.endStroke();
  }
  return into.build();
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
