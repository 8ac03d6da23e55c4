/** Waits that double from one failure to the next, up to a limit, and start over after a success. */
export class Backoff {
  readonly #firstMs: number;
  readonly #limitMs: number;
  #nextMs: number;

  constructor(options: { firstMs: number; limitMs: number }) {
    this.#firstMs = options.firstMs;
    this.#limitMs = options.limitMs;
    this.#nextMs = options.firstMs;
  }

  nextMs(): number {
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(this.#nextMs * 2, this.#limitMs);
    return delayMs;
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
