import type { Points } from '../drawing.ts';
import { type Motion, moveMs } from './machine.ts';

/**
 * The time to draw along a line of many points, from rest to rest. At a corner the speed is what a machine
 * may have that rounds it by `cornerDeviationMm` with the acceleration it has; 0 is a stop. The speed along
 * the whole is then the highest that can be reached from the corner before and braked for the corner after:
 * one look forward, one look back.
 */
export function pathMs(points: Points, motion: Motion, from = 0, to = points.length / 2): number {
  return motion.cornerDeviationMm > 0
    ? lookAheadMs(points, motion, from, to)
    : stopAtCornersMs(points, motion, from, to);
}

function stopAtCornersMs(points: Points, motion: Motion, from: number, to: number): number {
  let total = 0;
  for (let at = from + 1; at < to; at++) total += moveMs(segmentMm(points, at), motion);
  return total;
}

function lookAheadMs(points: Points, motion: Motion, from: number, to: number): number {
  const { speedMmS, accelerationMmS2: acceleration } = motion;
  const count = to - from;
  if (count < 2) return 0;
  const speeds = new Float64Array(count);
  for (let at = 1; at < count - 1; at++) {
    const lengthMm = segmentMm(points, from + at);
    const reachable = Math.sqrt(speeds[at - 1]! ** 2 + 2 * acceleration * lengthMm);
    speeds[at] = Math.min(cornerSpeed(points, from + at, motion), reachable);
  }
  let seconds = 0;
  for (let at = count - 2; at >= 0; at--) {
    const lengthMm = segmentMm(points, from + at + 1);
    const end = speeds[at + 1]!;
    speeds[at] = Math.min(speeds[at]!, Math.sqrt(end ** 2 + 2 * acceleration * lengthMm));
    seconds += segmentSeconds(lengthMm, speeds[at]!, end, speedMmS, acceleration);
  }
  return seconds * 1000;
}

/** From one speed to another over a length, as fast in between as there is room for. */
function segmentSeconds(
  lengthMm: number,
  start: number,
  end: number,
  limit: number,
  acceleration: number,
): number {
  const reachable = Math.sqrt(acceleration * lengthMm + (start ** 2 + end ** 2) / 2);
  const top = Math.max(start, end, Math.min(limit, reachable));
  if (top === 0) return 0;
  const rampsMm = (2 * top ** 2 - start ** 2 - end ** 2) / (2 * acceleration);
  return (2 * top - start - end) / acceleration + Math.max(0, lengthMm - rampsMm) / top;
}

function cornerSpeed(points: Points, at: number, motion: Motion): number {
  const inX = points[2 * at]! - points[2 * at - 2]!;
  const inY = points[2 * at + 1]! - points[2 * at - 1]!;
  const outX = points[2 * at + 2]! - points[2 * at]!;
  const outY = points[2 * at + 3]! - points[2 * at + 1]!;
  const lengths = Math.hypot(inX, inY) * Math.hypot(outX, outY);
  if (lengths === 0) return 0;
  const cosine = Math.min(1, Math.max(-1, (inX * outX + inY * outY) / lengths));
  const halfTurnCosine = Math.sqrt((1 + cosine) / 2);
  if (halfTurnCosine > 1 - 1e-9) return motion.speedMmS;
  const radiusMm = (motion.cornerDeviationMm * halfTurnCosine) / (1 - halfTurnCosine);
  return Math.min(motion.speedMmS, Math.sqrt(motion.accelerationMmS2 * radiusMm));
}

function segmentMm(points: Points, endsAt: number): number {
  const x = points[2 * endsAt]! - points[2 * endsAt - 2]!;
  const y = points[2 * endsAt + 1]! - points[2 * endsAt - 1]!;
  return Math.sqrt(x * x + y * y);
}
