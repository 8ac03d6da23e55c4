import type { Clock } from '@stationery/core';

/** Timers that can be cancelled together. */
export class Timers {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  after(delayMs: number, ring: () => void): () => void {
    const cancelAlarm = this.#clock.after(delayMs, () => {
      this.#cancels.delete(cancel);
      ring();
    });
    const cancel = () => {
      this.#cancels.delete(cancel);
      cancelAlarm();
    };
    this.#cancels.add(cancel);
    return cancel;
  }

  cancelAll(): void {
    for (const cancel of [...this.#cancels]) cancel();
  }
}
