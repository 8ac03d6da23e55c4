import { expect, it } from 'vitest';
import { isWhite } from './white.ts';

it('only near-white colours are white', () => {
  expect(['#ffffff', '#FFFDFE', '#f8f8f8'].every(isWhite)).toBe(true);
  expect(['#f7ffff', '#fff5c9', '#eeeeee', '#000000', 'papayawhip', ''].some(isWhite)).toBe(false);
});
