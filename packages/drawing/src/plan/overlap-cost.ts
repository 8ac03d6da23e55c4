import type { Motion } from '../motion/machine.ts';
import { segmentMs } from '../motion/path-time.ts';

/** Compares the time to draw a covered part of a stroke again with the time to lift the pen over it. */
export class OverlapCost {
  readonly #motion: Motion;
  /** Time that a stop costs a machine that passes corners without stopping. */
  readonly #stopMs: number;

  constructor(motion: Motion) {
    this.#motion = motion;
    const { law } = motion;
    if (law.kind !== 'junction-deviation') this.#stopMs = 0;
    else {
      const { speed, acceleration } = law;
      const along =
        typeof acceleration === 'number' ? acceleration : Math.min(acceleration.x, acceleration.y);
      this.#stopMs = (speed / along) * 1000;
    }
  }

  /**
   * Returns the time saved if only a share at either end is drawn. Assumes full speed if corners do not stop
   * the machine.
   */
  savedMs(dx: number, dy: number, beginShare: number, endShare: number): number {
    const { law } = this.#motion;
    if (law.kind === 'junction-deviation')
      return ((1 - beginShare - endShare) * Math.sqrt(dx * dx + dy * dy) * 1000) / law.speed;
    return (
      segmentMs(dx, dy, law) -
      segmentMs(beginShare * dx, beginShare * dy, law) -
      segmentMs(endShare * dx, endShare * dy, law)
    );
  }

  /** Returns the time of a lift with its travel and a stop. */
  liftMs(dx: number, dy: number): number {
    return this.#motion.liftMs + segmentMs(dx, dy, this.#motion.travelLaw) + this.#stopMs;
  }
}
