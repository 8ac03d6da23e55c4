import type { Clock } from '@stationery/core';

export interface SettleTimes {
  /** How long to wait for the banner of a board that may have been reset by the opening. */
  bannerWaitMs: number;
  /** Required silence on the line. */
  quietMs: number;
  /** After this long, a board that keeps sending counts as settled. */
  maxMs: number;
}

/** Waits until a board that may be starting is ready. */
export class Settling {
  readonly #clock: Clock;
  readonly #times: SettleTimes;
  readonly #startedMs: number;
  readonly #onSettled: () => void;
  #heardMs: number;
  #cancel: () => void;

  constructor(clock: Clock, times: SettleTimes, onSettled: () => void) {
    this.#clock = clock;
    this.#times = times;
    this.#onSettled = onSettled;
    this.#startedMs = clock.nowMs();
    this.#heardMs = this.#startedMs;
    this.#cancel = clock.after(Math.min(this.#dueMs(), this.#latestMs()) - this.#startedMs, this.#look);
  }

  /** Called when bytes arrived, whatever they are. */
  heard(): void {
    this.#heardMs = this.#clock.nowMs();
  }

  cancel(): void {
    this.#cancel();
  }

  readonly #look = (): void => {
    const nowMs = this.#clock.nowMs();
    // A timer may fire a fraction of a millisecond early; ignore that.
    const leftMs = Math.min(this.#dueMs(), this.#latestMs()) - nowMs;
    if (leftMs < 1) this.#onSettled();
    else this.#cancel = this.#clock.after(leftMs, this.#look);
  };

  #dueMs(): number {
    const { bannerWaitMs, quietMs } = this.#times;
    return Math.max(this.#startedMs + bannerWaitMs, this.#heardMs + quietMs);
  }

  #latestMs(): number {
    return this.#startedMs + this.#times.maxMs;
  }
}
