/** The board adds the rate of an axis to its accumulator 25,000 times a second; a step is made each time it overflows. */
export const tickMs = 0.04;
export const fullAccumulator = 2 ** 31;

/** Maximum duration. A longer move never ends, for practical purposes. */
const maxTicks = 2 ** 45;

export interface AxisMove {
  /** The accumulator at the start: the remainder of earlier moves, or cleared. */
  accumulator: number | 'cleared';
  /** As in `LM`: `acceleration` is added to `rate` at each tick. Signed only with `signedRates`. */
  rate: number;
  acceleration: number;
  /** The axis rests after these steps; undefined if time ends the move (`LT`). */
  steps: number | undefined;
  /**
   * Since firmware 3 the sign of the rate is the direction, even if it changes during the move. Before, the direction
   * is fixed, and a negative rate wraps to a very high one.
   */
  signedRates: boolean;
}

interface Phase {
  fromTick: number;
  ticks: number;
  accumulator: number;
  rate: number;
  /** Before this phase: the position, and the steps made in either direction. */
  position: number;
  made: number;
}

/** The position after any number of ticks, exactly as the board computes it. */
export class AxisMotion {
  readonly endTick: number;
  readonly #direction: number;
  readonly #acceleration: number;
  readonly #steps: number;
  readonly #phases: Phase[] = [];
  readonly #accumulator: number;

  constructor(move: AxisMove, ticks = Number.POSITIVE_INFINITY) {
    const { rate, acceleration, steps, signedRates } = move;
    const backwards = (steps ?? 0) < 0 || (steps === undefined && rate < 0);
    const flipped = backwards && (!signedRates ? rate < 0 : steps !== undefined);
    const sign = flipped ? -1 : 1;
    this.#direction = backwards && !signedRates ? -1 : 1;
    this.#acceleration = flipped && signedRates ? -acceleration : acceleration;
    this.#steps = steps === undefined ? Number.POSITIVE_INFINITY : Math.abs(steps);
    const start = sign * rate - Math.trunc(this.#acceleration / 2);
    // An axis that moves backwards from a cleared accumulator would make its first step at once.
    const cleared = start + this.#acceleration < 0 && signedRates ? fullAccumulator - 1 : 0;
    this.#accumulator = move.accumulator === 'cleared' ? cleared : move.accumulator;
    if (this.#steps === 0 || (rate === 0 && acceleration === 0)) {
      this.endTick = steps === undefined ? ticks : 0;
      return;
    }
    this.#addPhases(this.#accumulator, start, signedRates);
    this.endTick = steps === undefined ? ticks : this.#tickOfStep(this.#steps);
  }

  positionAt(tick: number): number {
    const { position } = this.#at(tick);
    return this.#direction > 0 ? position : 0 - position;
  }

  /** Returns the number of steps made, in either direction. */
  madeAt(tick: number): number {
    return Math.min(this.#at(tick).made, this.#steps);
  }

  accumulatorAt(tick: number): number {
    return this.#at(tick).accumulator;
  }

  #addPhases(accumulator: number, rate: number, signedRates: boolean): void {
    let phase: Phase = { fromTick: 0, ticks: 0, accumulator, rate, position: 0, made: 0 };
    for (let count = 0; count < 4; count++) {
      phase.ticks = this.#ticksWithOneSign(phase.rate, signedRates);
      this.#phases.push(phase);
      if (phase.ticks === Number.POSITIVE_INFINITY) return;
      const end = this.#within(phase, phase.ticks);
      const reached = phase.rate + this.#acceleration * phase.ticks;
      phase = {
        fromTick: phase.fromTick + phase.ticks,
        ticks: 0,
        ...end,
        rate: signedRates ? reached : reached + fullAccumulator,
      };
    }
    this.#phases.at(-1)!.ticks = Number.POSITIVE_INFINITY;
  }

  #ticksWithOneSign(rate: number, signedRates: boolean): number {
    const acceleration = this.#acceleration;
    const first = rate + acceleration;
    if (first >= 0) return acceleration < 0 ? Math.floor(rate / -acceleration) : Number.POSITIVE_INFINITY;
    if (!signedRates) return 0;
    return acceleration > 0 ? Math.ceil(rate / -acceleration) - 1 : Number.POSITIVE_INFINITY;
  }

  #at(tick: number): { position: number; made: number; accumulator: number } {
    const until = Math.min(tick, this.endTick);
    for (const phase of this.#phases) {
      if (until <= phase.fromTick + phase.ticks) return this.#within(phase, until - phase.fromTick);
    }
    return { position: 0, made: 0, accumulator: this.#accumulator };
  }

  #within(phase: Phase, ticks: number): { position: number; made: number; accumulator: number } {
    const sum = phase.accumulator + phase.rate * ticks + (this.#acceleration * ticks * (ticks + 1)) / 2;
    const steps = Math.floor(sum / fullAccumulator);
    return {
      position: phase.position + steps,
      made: phase.made + Math.abs(steps),
      accumulator: sum - steps * fullAccumulator,
    };
  }

  #tickOfStep(steps: number): number {
    for (const phase of this.#phases) {
      const last = Math.min(phase.ticks, maxTicks);
      if (this.#within(phase, last).made < steps) continue;
      let [low, high] = [0, last];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (this.#within(phase, middle).made >= steps) high = middle;
        else low = middle;
      }
      return phase.fromTick + high;
    }
    return maxTicks;
  }
}
