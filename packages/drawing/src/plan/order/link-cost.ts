import type { Motion } from '../../motion/machine.ts';

/** The time of a link between two ends as a function of its length. */
export interface LinkCost {
  /** Ends this close are joined: the pen stays down. */
  readonly joinMm: number;
  readonly liftMs: number;
  /** Below this length the pen never reaches its speed. */
  readonly rampsMm: number;
  readonly rampsMs: number;
  readonly msPerMm: number;
  readonly accelerationMmMs2: number;
  /** Whether the time follows from the longer of the two axes instead of the length. */
  readonly byLongerAxis: boolean;
}

export function linkCost({ travelLaw: law, liftMs }: Motion, joinMm: number): LinkCost {
  if (law.kind === 'step-interval')
    return {
      ...{ joinMm, liftMs, rampsMm: 0, rampsMs: 0, accelerationMmMs2: Number.POSITIVE_INFINITY },
      msPerMm: law.intervalMs / law.stepLength,
      byLongerAxis: true,
    };
  const { speed: speedMmS, acceleration } = law;
  // Which way a link runs is not known here: the slower axis is what can be counted on.
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
 * The time of a way between two ends. It is the sum of `assembly/tour.ts`: every point of a closed stroke is tried as its begin,
 * and to ask the program takes longer than to calculate it.
 */
export function costOfWay(cost: LinkCost, dx: number, dy: number, mayJoin: boolean): number {
  const { joinMm, liftMs, rampsMm, rampsMs, msPerMm, accelerationMmMs2, byLongerAxis } = cost;
  const squared = dx * dx + dy * dy;
  const timedMm = byLongerAxis ? Math.max(Math.abs(dx), Math.abs(dy)) : Math.sqrt(squared);
  const moveMs =
    timedMm < rampsMm ? Math.sqrt(timedMm * (4 / accelerationMmMs2)) : timedMm * msPerMm + rampsMs;
  return mayJoin && squared <= joinMm * joinMm ? moveMs : moveMs + liftMs;
}
