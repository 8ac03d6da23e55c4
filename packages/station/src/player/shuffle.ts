import { randomNumbers } from '@stationery/contract/random-numbers';

/** Makes the order of a shuffled list; the same number always makes the same order. Never 0. */
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * 0x7fff_fffe);
}

/** The list in the order that `seed` makes. */
export function shuffle<T>(list: readonly T[], seed: number): T[] {
  const shuffled = [...list];
  const random = randomNumbers(seed);
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
