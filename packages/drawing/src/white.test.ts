import { expect, it } from 'vitest';
import { isWhite } from './white.ts';

it('white is what cannot be distinguished from white, and nothing else', () => {
  expect(['#ffffff', '#FFFDFE', '#f8f8f8'].every(isWhite)).toBe(true);
  expect(['#f7ffff', '#fff5c9', '#eeeeee', '#000000', 'papayawhip', ''].some(isWhite)).toBe(false);
});
