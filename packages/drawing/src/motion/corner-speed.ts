import { type AxisPair, limitAlong, type Segment } from './law.ts';

/** Cosine of half the turning angle below which a corner counts as straight. */
const straight = 1 - 1e-9;

/**
 * Returns v² = a·δ·s / (1 − s), where s is the sine of half the angle between the reversed entry and the exit.
 * Infinite without a turn.
 */
export function cornerSpeedSquared(
  inX: number,
  inY: number,
  outX: number,
  outY: number,
  deviation: number,
  acceleration: number | AxisPair,
): number {
  const lengths = Math.sqrt((inX * inX + inY * inY) * (outX * outX + outY * outY));
  if (lengths === 0 || deviation === 0) return 0;
  const cosine = Math.min(1, Math.max(-1, (inX * outX + inY * outY) / lengths));
  const half = Math.sqrt((1 + cosine) / 2);
  if (half > straight) return Number.POSITIVE_INFINITY;
  return (cornerAcceleration(inX, inY, outX, outY, acceleration) * deviation * half) / (1 - half);
}

/** Returns the acceleration in a corner, which acts in the direction of the change of velocity. */
function cornerAcceleration(
  inX: number,
  inY: number,
  outX: number,
  outY: number,
  acceleration: number | AxisPair,
): number {
  if (typeof acceleration === 'number') return acceleration;
  const inLength = Math.sqrt(inX * inX + inY * inY);
  const outLength = Math.sqrt(outX * outX + outY * outY);
  const dx = outX / outLength - inX / inLength;
  const dy = outY / outLength - inY / inLength;
  return limitAlong(acceleration, dx, dy, Math.sqrt(dx * dx + dy * dy));
}

/** Like `cornerSpeedSquared`, but never faster than either segment. */
export function junctionSpeedSquared(before: Segment, after: Segment, deviation: number): number {
  const acceleration = lesser(before, after);
  const { dx: inX, dy: inY } = before;
  const corner = cornerSpeedSquared(inX, inY, after.dx, after.dy, deviation, acceleration);
  return Math.min(corner, before.speed ** 2, after.speed ** 2);
}

function lesser(one: Segment, other: Segment): number | AxisPair {
  const { axisAcceleration: a } = one;
  const { axisAcceleration: b } = other;
  if (a === undefined || b === undefined) return Math.min(one.acceleration, other.acceleration);
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) };
}
