import type { Clock } from '@stationery/core';

export interface SettleTimes {
  /** How long to wait for a banner, because the opening may have reset the board. */
  bannerWaitMs: number;
  quietMs: number;
  /** A board that keeps sending counts as settled. */
  maxMs: number;
}

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
    this.#cancel = clock.after(this.#dueMs() - this.#startedMs, this.#look);
  }

  heard(): void {
    this.#heardMs = this.#clock.nowMs();
  }

  cancel(): void {
    this.#cancel();
  }

  readonly #look = (): void => {
    const nowMs = this.#clock.nowMs();
    // A timer may fire a fraction of a millisecond early; ignore that.
    const leftMs = this.#dueMs() - nowMs;
    if (leftMs < 1) this.#onSettled();
    else this.#cancel = this.#clock.after(leftMs, this.#look);
  };

  #dueMs(): number {
    const { bannerWaitMs, quietMs, maxMs } = this.#times;
    const quietAtMs = Math.max(this.#startedMs + bannerWaitMs, this.#heardMs + quietMs);
    return Math.min(quietAtMs, this.#startedMs + maxMs);
  }
}
