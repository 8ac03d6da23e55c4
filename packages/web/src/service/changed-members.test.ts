import { expect, it } from 'vitest';
import { changedMembers } from './changed-members.ts';

it.each([
  [{ languages: ['de'], fade: 1 }, { languages: ['de'], fade: 1 }, {}],
  [{ languages: ['de'], fade: 1 }, { languages: ['de', 'en'], fade: 1 }, { languages: ['de', 'en'] }],
  [{ quiet: { from: '20:00' } }, { quiet: { from: '20:00' } }, {}],
  [{ quiet: { from: '20:00' } }, { quiet: null }, { quiet: null }],
])('changedMembers from %j to %j returns %j', (before: object, wanted: object, changed) => {
  expect(changedMembers(before, wanted)).toEqual(changed);
});
