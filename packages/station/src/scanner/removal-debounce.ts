import type { Clock } from '@stationery/core';

/** More tags than can leave a reader within the grace time. */
const maxRemembered = 100;

/** Distinguishes a new tap from a tag that the reader lost briefly. */
export class RemovalDebounce {
  readonly #clock: Clock;
  readonly #graceMs: () => number;
  readonly #leftAtMs = new Map<string, number>();

  /** A tag that returns within `graceMs` was never removed. */
  constructor(clock: Clock, graceMs: () => number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  /** Records that the tag left the reader. */
  left(serial: string): void {
    if (this.#leftAtMs.size >= maxRemembered) this.#leftAtMs.clear();
    this.#leftAtMs.set(serial, this.#clock.nowMs());
  }

  /** Returns whether the tag came back within the grace time. */
  isBack(serial: string): boolean {
    const leftAtMs = this.#leftAtMs.get(serial);
    this.#leftAtMs.delete(serial);
    return leftAtMs !== undefined && this.#clock.nowMs() - leftAtMs < this.#graceMs();
  }
}
