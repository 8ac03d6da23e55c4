/** Ever longer pauses between attempts, up to a longest one. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #nextMs: number;

  constructor({ firstMs, longestMs }: { firstMs: number; longestMs: number }) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
    this.#nextMs = firstMs;
  }

  next(): number {
    const delayMs = this.#nextMs;
    this.#nextMs = Math.min(delayMs * 2, this.#longestMs);
    return delayMs;
  }

  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
