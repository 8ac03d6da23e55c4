export interface BackoffTimes {
  firstMs: number;
  longestMs: number;
}

/** How long to wait before the next attempt after `failures` in a row before the last one: twice as long each time. */
export function backoffMs(failures: number, { firstMs, longestMs }: BackoffTimes): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/** Waits that double from one failure to the next, up to a longest one, and start over after a success. */
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
