export interface BackoffTimes {
  firstMs: number;
  maxMs: number;
}

/** Returns `firstMs`, doubled for each previous failure, up to `maxMs`. */
export function backoffMs(failures: number, { firstMs, maxMs }: BackoffTimes): number {
  return Math.min(firstMs * 2 ** failures, maxMs);
}

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
