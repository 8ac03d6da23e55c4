import type { Motion } from '../../motion/machine.ts';

export interface LinkCost {
  /** Ends up to this far apart are joined without lifting the pen. */
  readonly joinMm: number;
  readonly liftMs: number;
  /** Length below which the pen never reaches its full speed. */
  readonly rampsMm: number;
  readonly rampsMs: number;
  readonly msPerMm: number;
  readonly accelerationMmMs2: number;
  /** Whether the time depends on the longer of the two axes. */
  readonly byLongerAxis: boolean;
}

export function linkCost({ travelLaw: law, liftMs }: Motion, joinMm: number): LinkCost {
  if (law.kind === 'step-interval')
    return {
      joinMm,
      liftMs,
      rampsMm: 0,
      rampsMs: 0,
      accelerationMmMs2: Number.POSITIVE_INFINITY,
      msPerMm: law.intervalMs / law.stepLength,
      byLongerAxis: true,
    };
  const { speed: speedMmS, acceleration } = law;
  // The direction of a link is not known here, so assume the slower axis.
  const accelerationMmS2 =
    typeof acceleration === 'number' ? acceleration : Math.min(acceleration.x, acceleration.y);
  return {
    joinMm,
    liftMs,
    rampsMm: speedMmS ** 2 / accelerationMmS2,
    rampsMs: (speedMmS / accelerationMmS2) * 1000,
    msPerMm: 1000 / speedMmS,
    accelerationMmMs2: accelerationMmS2 / 1e6,
    byLongerAxis: false,
  };
}

/**
 * Returns the time of a link. Duplicates `assembly/tour.ts`, because every point of a closed stroke is tried as
 * its start, and calling the program would take longer than computing the time here.
 */
export function costOfWay(cost: LinkCost, dx: number, dy: number, mayJoin: boolean): number {
  const { joinMm, liftMs, rampsMm, rampsMs, msPerMm, accelerationMmMs2, byLongerAxis } = cost;
  const squared = dx * dx + dy * dy;
  const timedMm = byLongerAxis ? Math.max(Math.abs(dx), Math.abs(dy)) : Math.sqrt(squared);
  const moveMs =
    timedMm < rampsMm ? Math.sqrt(timedMm * (4 / accelerationMmMs2)) : timedMm * msPerMm + rampsMs;
  return mayJoin && squared <= joinMm * joinMm ? moveMs : moveMs + liftMs;
}
