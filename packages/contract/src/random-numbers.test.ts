import { expect, it } from 'vitest';
import { randomNumbers } from './random-numbers.ts';

it.each([
  [1, [2_693_262_067, 11_749_833, 2_265_367_787]],
  [7, [50_271_532, 266_108_690, 4_195_786_334]],
  [2 ** 31 - 1, [1_842_962_257, 546_041_740, 1_654_754_255]],
])('the numbers of seed %d never change, because stored seeds define an order', (seed, expected) => {
  const next = randomNumbers(seed);
  expect(expected.map(() => next() * 2 ** 32)).toEqual(expected);
});
