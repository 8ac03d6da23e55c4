import type { Clock } from '@stationery/core';

/** Maximum number of tags remembered, which is more than can leave a reader within the grace time. */
const maxRemembered = 100;

/** Ignores brief removals: a tag that returns within the grace time was never removed. */
export class RemovalDebounce {
  readonly #clock: Clock;
  readonly #graceMs: () => number;
  readonly #leftAtMs = new Map<string, number>();

  constructor(clock: Clock, graceMs: () => number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  left(serial: string): void {
    if (this.#leftAtMs.size >= maxRemembered) this.#leftAtMs.clear();
    this.#leftAtMs.set(serial, this.#clock.nowMs());
  }

  isBack(serial: string): boolean {
    const leftAtMs = this.#leftAtMs.get(serial);
    this.#leftAtMs.delete(serial);
    return leftAtMs !== undefined && this.#clock.nowMs() - leftAtMs < this.#graceMs();
  }
}
