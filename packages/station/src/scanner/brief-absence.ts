import type { Clock } from '@stationery/core';

/** More tags than lie on a reader in that time. */
const mostRemembered = 100;

/** Tells a new tap from a tag that the reader had lost for a moment. */
export class BriefAbsence {
  readonly #clock: Clock;
  readonly #graceMs: () => number;
  readonly #leftAtMs = new Map<string, number>();

  /** A tag that is back within the grace time was never away. */
  constructor(clock: Clock, graceMs: () => number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  /** The tag has left the reader. */
  left(serial: string): void {
    if (this.#leftAtMs.size >= mostRemembered) this.#leftAtMs.clear();
    this.#leftAtMs.set(serial, this.#clock.nowMs());
  }

  /** The tag is on the reader. Says whether it had been away for a moment only. */
  isBack(serial: string): boolean {
    const leftAtMs = this.#leftAtMs.get(serial);
    this.#leftAtMs.delete(serial);
    return leftAtMs !== undefined && this.#clock.nowMs() - leftAtMs < this.#graceMs();
  }
}
