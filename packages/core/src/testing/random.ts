import { randomNumbers } from '@stationery/contract/random-numbers';

/** Repeatable pseudo-random numbers. */
export class Random {
  readonly #numbers: () => number;

  constructor(seed: number) {
    this.#numbers = randomNumbers(seed);
  }

  /** Returns a number from 0 to less than 1. */
  next(): number {
    return this.#numbers();
  }

  /** A whole number from 0 to less than `limit`. */
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
