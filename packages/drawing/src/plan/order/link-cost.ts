import type { Motion } from '../../motion/machine.ts';

/** What a link between two ends costs in time, as a function of its length. */
export interface LinkCost {
  /** Ends this close are joined: the pen stays down. */
  readonly joinMm: number;
  readonly liftMs: number;
  /** Below this length the pen never reaches its speed. */
  readonly rampsMm: number;
  readonly rampsMs: number;
  readonly msPerMm: number;
  readonly accelerationMmMs2: number;
}

export function linkCost(motion: Motion, joinMm: number): LinkCost {
  const { speedMmS, accelerationMmS2, liftMs } = motion;
  return {
    joinMm,
    liftMs,
    rampsMm: speedMmS ** 2 / accelerationMmS2,
    rampsMs: (speedMmS / accelerationMmS2) * 1000,
    msPerMm: 1000 / speedMmS,
    accelerationMmMs2: accelerationMmS2 / 1e6,
  };
}
