import { type Points, segmentMs } from '../src/index.ts';
import type { Motion } from '../src/motion/machine.ts';

interface Way {
  stroke: number;
  inX: number;
  inY: number;
  outX: number;
  outY: number;
}

/**
 * Returns the minimum time between strokes over every order and direction (Held and Karp), from the origin
 * through all strokes and back. Closed strokes may begin at any of their points.
 */
export function minTravelMs(strokes: readonly Points[], motion: Motion, joinMm: number): number {
  const ways = strokes.flatMap(waysThrough);
  const sets = 1 << strokes.length;
  const many = ways.length;
  const linkMs = new Float64Array(many * many);
  for (const [from, { outX, outY }] of ways.entries()) {
    for (const [to, { inX, inY }] of ways.entries()) {
      const wayMm = Math.hypot(outX - inX, outY - inY);
      linkMs[from * many + to] = segmentMs(wayMm, 0, motion.law) + (wayMm <= joinMm ? 0 : motion.liftMs);
    }
  }
  const bits = Int32Array.from(ways, ({ stroke }) => 1 << stroke);
  const best = new Float64Array(sets * many).fill(Infinity);
  for (const [way, { inX, inY }] of ways.entries())
    best[bits[way]! * many + way] = segmentMs(inX, inY, motion.law) + motion.liftMs;
  for (let set = 1; set < sets; set++) {
    for (let last = 0; last < many; last++) {
      const soFar = best[set * many + last]!;
      if (soFar === Infinity) continue;
      for (let next = 0; next < many; next++) {
        if ((set & bits[next]!) !== 0) continue;
        const at = (set | bits[next]!) * many + next;
        const withNext = soFar + linkMs[last * many + next]!;
        if (withNext < best[at]!) best[at] = withNext;
      }
    }
  }
  return Math.min(
    ...ways.map(({ outX, outY }, way) => best[(sets - 1) * many + way]! + segmentMs(outX, outY, motion.law)),
  );
}

function waysThrough(points: Points, stroke: number): Way[] {
  const last = points.length - 2;
  const [ax, ay, bx, by] = [points[0]!, points[1]!, points[last]!, points[last + 1]!];
  if (ax !== bx || ay !== by) {
    return [
      { stroke, inX: ax, inY: ay, outX: bx, outY: by },
      { stroke, inX: bx, inY: by, outX: ax, outY: ay },
    ];
  }
  return Array.from({ length: last / 2 }, (_, at) => {
    const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
    return { stroke, inX: x, inY: y, outX: x, outY: y };
  });
}
