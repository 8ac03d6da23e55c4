/** Randomness that a seed repeats (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, and without, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[this.below(from.length)];
  }

  bytes(length: number): Buffer {
    const words = new Uint32Array(Math.ceil(length / 4));
    for (let at = 0; at < words.length; at++) words[at] = this.below(2 ** 32);
    return Buffer.from(words.buffer, 0, length);
  }
}
