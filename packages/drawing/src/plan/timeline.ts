import type { Points } from '../drawing.ts';
import type { MotionLaw } from '../motion/law.ts';
import type { Machine } from '../motion/machine.ts';
import { pathProfiles, segmentMs } from '../motion/path-time.ts';
import { inSteps } from './in-steps.ts';
import { motionOfPen } from './pen-motion.ts';
import type { Plan } from './plan.ts';

/** Times of a plan in milliseconds from its start, without the user's pen changes. */
export interface Timeline {
  /** Arrival time at each point of each stroke, in plotting order. */
  readonly atMs: Float64Array<ArrayBuffer>;
  readonly totalMs: number;
}

/** Times of a plan, consistent with its figures. */
export function timelineOf({ layers, paperAt }: Plan, machine: Machine): Timeline {
  let points = 0;
  for (const { strokes } of layers) for (const stroke of strokes) points += stroke.length / 2;
  const atMs = new Float64Array(points);
  const [homeX, homeY] = [-paperAt.xMm, -paperAt.yMm];
  let at = 0;
  let nowMs = 0;
  for (const { strokes, settings = {} } of layers) {
    const motion = motionOfPen(machine, settings);
    let [x, y] = [homeX, homeY];
    for (const stroke of strokes) {
      nowMs += segmentMs(stroke[0]! - x, stroke[1]! - y, motion.travelLaw) + motion.penDownMs;
      atMs[at++] = nowMs;
      for (const durationMs of segmentTimes(inSteps(stroke, motion, homeX, homeY), motion.law)) {
        nowMs += durationMs;
        atMs[at++] = nowMs;
      }
      nowMs += motion.penUpMs;
      [x, y] = [stroke.at(-2)!, stroke.at(-1)!];
    }
    nowMs += segmentMs(homeX - x, homeY - y, motion.travelLaw);
  }
  return { atMs, totalMs: nowMs };
}

function* segmentTimes(points: Points, law: MotionLaw): Iterable<number> {
  if (law.kind === 'junction-deviation') {
    for (const { durationMs } of pathProfiles(points, law)) yield durationMs;
    return;
  }
  for (let at = 2; at < points.length; at += 2)
    yield segmentMs(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!, law);
}
