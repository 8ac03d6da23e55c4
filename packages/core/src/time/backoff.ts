export interface BackoffTimes {
  firstMs: number;
  maxMs: number;
}

/** Returns the wait before the next attempt, doubled for each of the previous `failures`. */
export function backoffMs(failures: number, { firstMs, maxMs }: BackoffTimes): number {
  return Math.min(firstMs * 2 ** failures, maxMs);
}

/** Waits that double with each failure up to a maximum, and start over after a success. */
export class Backoff {
  readonly #times: BackoffTimes;
  #failures = 0;

  constructor(times: BackoffTimes) {
    this.#times = times;
  }

  nextMs(): number {
    return backoffMs(this.#failures++, this.#times);
  }

  reset(): void {
    this.#failures = 0;
  }
}
