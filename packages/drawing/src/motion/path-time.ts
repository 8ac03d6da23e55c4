import type { Points } from '../drawing.ts';
import { cornerSpeedSquared } from './corner-speed.ts';
import { type JunctionDeviationLaw, limitAlong, type MotionLaw, segmentOf, topSpeed } from './law.ts';
import { type MoveProfile, moveProfile, profileMs } from './move-profile.ts';

/** Returns the time of a path from rest to rest. */
export function pathMs(points: Points, law: MotionLaw): number {
  if (law.kind === 'junction-deviation') return lookAheadMs(points, law);
  let totalMs = 0;
  for (let at = 2; at < points.length; at += 2)
    totalMs += segmentMs(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!, law);
  return totalMs;
}

/** Returns the time of a straight move from rest to rest. */
export function segmentMs(dx: number, dy: number, law: MotionLaw): number {
  if (law.kind === 'step-interval')
    return (Math.max(Math.abs(dx), Math.abs(dy)) / law.stepLength) * law.intervalMs;
  const length = Math.sqrt(dx * dx + dy * dy);
  return profileMs(length, topSpeed(dx, dy, length, law), limitAlong(law.acceleration, dx, dy, length), 0, 0);
}

export function* segmentTimes(points: Points, law: MotionLaw): Iterable<number> {
  if (law.kind === 'junction-deviation') {
    for (const { durationMs } of pathProfiles(points, law)) yield durationMs;
    return;
  }
  for (let at = 2; at < points.length; at += 2)
    yield segmentMs(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!, law);
}

/** Returns the profile of each segment, so one fewer than there are points. */
export function pathProfiles(points: Points, law: MotionLaw): MoveProfile[] {
  const speeds = law.kind === 'junction-deviation' ? cornerSpeeds(points, law) : undefined;
  const profiles: MoveProfile[] = [];
  for (let at = 0; at < points.length / 2 - 1; at++) {
    const dx = points[2 * at + 2]! - points[2 * at]!;
    const dy = points[2 * at + 3]! - points[2 * at + 1]!;
    const { length, speed, acceleration } = segmentOf(dx, dy, law);
    profiles.push(moveProfile(length, speed, acceleration, speeds?.[at] ?? 0, speeds?.[at + 1] ?? 0));
  }
  return profiles;
}

function lookAheadMs(points: Points, law: JunctionDeviationLaw): number {
  const speeds = cornerSpeeds(points, law);
  let totalMs = 0;
  for (let at = 0; at < points.length / 2 - 1; at++) {
    const dx = points[2 * at + 2]! - points[2 * at]!;
    const dy = points[2 * at + 3]! - points[2 * at + 1]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const speed = topSpeed(dx, dy, length, law);
    const acceleration = limitAlong(law.acceleration, dx, dy, length);
    totalMs += profileMs(length, speed, acceleration, speeds[at]!, speeds[at + 1]!);
  }
  return totalMs;
}

/**
 * Returns the speed at each point: limited by the angle of the corner, then forwards by acceleration and
 * backwards by braking.
 */
function cornerSpeeds(points: Points, law: JunctionDeviationLaw): Float64Array {
  const count = points.length / 2;
  // Squared speeds at first.
  const speeds = new Float64Array(count);
  // Maximum change of the squared speed on the segment that ends at a point.
  const gains = new Float64Array(count);
  let inX = 0;
  let inY = 0;
  let inSpeed = 0;
  for (let at = 0; at < count - 1; at++) {
    const dx = points[2 * at + 2]! - points[2 * at]!;
    const dy = points[2 * at + 3]! - points[2 * at + 1]!;
    const length = Math.sqrt(dx * dx + dy * dy);
    const speed = topSpeed(dx, dy, length, law);
    gains[at + 1] = 2 * limitAlong(law.acceleration, dx, dy, length) * length;
    if (at === 0) {
      if (length === 0) inSpeed = speed;
    } else {
      const slower = Math.min(inSpeed, speed);
      // A repeated point is not a corner.
      const corner =
        length === 0 || (inX === 0 && inY === 0)
          ? Number.POSITIVE_INFINITY
          : cornerSpeedSquared(inX, inY, dx, dy, law.deviation, law.acceleration);
      speeds[at] = Math.min(corner, slower * slower, speeds[at - 1]! + gains[at]!);
    }
    if (length > 0) {
      inX = dx;
      inY = dy;
      inSpeed = speed;
    }
  }
  for (let at = count - 2; at >= 0; at--)
    speeds[at] = Math.min(speeds[at]!, speeds[at + 1]! + gains[at + 1]!);
  for (let at = 0; at < count; at++) speeds[at] = Math.sqrt(speeds[at]!);
  return speeds;
}
