import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { steepGrowth } from './steep-growth.ts';

const letters = (size: number) => 'a'.repeat(size);

describe('steepGrowth', () => {
  it.each<[string, (text: string) => void]>([
    ['exponential', (text) => /^(a+)+$/.test(`${text}!`)],
    ['cubic', (text) => /a*a*a*!/.test(text)],
    ['quadratic', (text) => /a+$/.test(`${text}!`)],
  ])('finds growth if the time is %s', (_, run) => expect(steepGrowth(letters, run)).toBeDefined());

  it.each<[string, (text: string) => void]>([
    ['short', (text) => /^a+$/.test(`${text}!`)],
    ['long and linear', (text) => createHash('sha256').update(text.repeat(1000)).digest()],
  ])('finds no growth if the time is %s', (_, run) => expect(steepGrowth(letters, run)).toBeUndefined());
});
