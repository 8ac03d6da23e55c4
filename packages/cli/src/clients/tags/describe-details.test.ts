import { expect, it } from 'vitest';
import { describeMissing } from './describe-details.ts';

it('describeMissing names up to three missing files and counts the others', () => {
  expect(describeMissing([])).toBe('');
  expect(describeMissing(['a.mp3'])).toBe(', not on the card: a.mp3');
  expect(describeMissing(['a', 'b', 'c', 'd', 'e'])).toBe(', not on the card: a, b, c and 2 more');
});
