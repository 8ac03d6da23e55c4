import { randomNumbers } from '@stationery/contract/random-numbers';

/** Returns a seed for `shuffle`, never 0. */
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * 0x7fff_fffe);
}

/** Shuffles deterministically: the same seed gives the same order. */
export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const shuffled = [...list];
  const random = randomNumbers(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
