import { expect, it } from 'vitest';
import { Ledger } from './ledger.ts';

it('a ledger removes the oldest entries in order and drops chosen ones', () => {
  const ledger = new Ledger<string>();
  for (const entry of ['A', 'B', 'barrier', 'C']) ledger.add(entry);
  expect(ledger.take(2)).toEqual(['A', 'B']);
  ledger.drop((entry) => entry === 'barrier');
  expect(ledger.entries).toEqual(['C']);
  expect(ledger.size).toBe(1);
  expect(ledger.oldest).toBe('C');
});
