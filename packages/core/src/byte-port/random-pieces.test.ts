import { expect, it } from 'vitest';
import { randomPieces } from './memory-port.ts';

it('randomPieces returns all bytes in order, in pieces of one to three', () => {
  const numbers = [0, 0.99, 0.5, 0.34];
  const pieces = randomPieces(Uint8Array.from([1, 2, 3, 4, 5, 6, 7]), () => numbers.shift() ?? 0.99);
  expect(pieces.map((piece) => [...piece])).toEqual([[1], [2, 3, 4], [5, 6], [7]]);
  expect(randomPieces(new Uint8Array(), () => 0)).toEqual([]);
});
