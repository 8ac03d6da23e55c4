import type { Machine } from '../motion/machine.ts';
import { pathMs, segmentMs, segmentTimes } from '../motion/path-time.ts';
import { inSteps } from './in-steps.ts';
import { endOfPen, refillsOf } from './pen-care.ts';
import { motionOfPen } from './pen-motion.ts';
import type { Plan } from './plan.ts';

/** Times in milliseconds from the start, without the time in which the user changes pens. */
interface Timeline {
  /** Arrival at each point of each stroke, in plotting order. */
  readonly atMs: Float64Array<ArrayBuffer>;
  readonly totalMs: number;
}

export function timelineOf(plan: Plan, machine: Machine): Timeline {
  const { layers, paperAt } = plan;
  let points = 0;
  for (const { strokes } of layers) for (const stroke of strokes) points += stroke.length / 2;
  const atMs = new Float64Array(points);
  const [homeX, homeY] = [-paperAt.xMm, -paperAt.yMm];
  let at = 0;
  let nowMs = 0;
  let [x, y] = [homeX, homeY];
  for (const [index, layer] of layers.entries()) {
    const motion = motionOfPen(machine, layer.settings ?? {});
    const refills = refillsOf(layer, plan, machine);
    for (const [number, stroke] of layer.strokes.entries()) {
      const { kind, path } = refills.get(number) ?? {};
      if (path !== undefined && path.length > 0) {
        nowMs += segmentMs(path[0]! - x, path[1]! - y, motion.travelLaw);
        if (kind === 'dip') nowMs += motion.liftMs + pathMs(path, motion.law);
        [x, y] = [path.at(-2)!, path.at(-1)!];
      }
      nowMs += segmentMs(stroke[0]! - x, stroke[1]! - y, motion.travelLaw) + motion.penDownMs;
      atMs[at++] = nowMs;
      for (const durationMs of segmentTimes(inSteps(stroke, motion, homeX, homeY), motion.law)) {
        nowMs += durationMs;
        atMs[at++] = nowMs;
      }
      nowMs += motion.penUpMs;
      [x, y] = [stroke.at(-2)!, stroke.at(-1)!];
    }
    const [endX, endY] = endOfPen(plan, index, machine);
    nowMs += segmentMs(endX - x, endY - y, motion.travelLaw);
    [x, y] = [endX, endY];
  }
  return { atMs, totalMs: nowMs };
}
