import type { Clock } from '@stationery/core';

export class SleepTimer {
  readonly #clock: Clock;
  readonly #onSleep: () => void;
  #atMs: number | undefined;
  #cancel = () => {};

  constructor(clock: Clock, onSleep: () => void) {
    this.#clock = clock;
    this.#onSleep = onSleep;
  }

  get leftMs(): number | null {
    return this.#atMs === undefined ? null : Math.max(0, this.#atMs - this.#clock.nowMs());
  }

  set(delayMs: number | null): void {
    this.#cancel();
    this.#atMs = undefined;
    if (delayMs === null) return;
    this.#atMs = this.#clock.nowMs() + delayMs;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#atMs = undefined;
      this.#onSleep();
    });
  }
}
