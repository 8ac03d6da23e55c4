import { expect, it } from 'vitest';
import { sortKey } from './sort-key.ts';

it('sortKey orders numbers by value and ignores case', () => {
  const names = [
    'a/10.mp3',
    'A/9.mp3',
    'a/09.mp3',
    'B/1.mp3',
    'a b/1.mp3',
    'a/Disc 2/1.mp3',
    'a/Disc 10/1.mp3',
  ];
  const inOrder = names
    .map((name) => ({ name, key: sortKey(name) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  expect(inOrder.map(({ name }) => name)).toEqual([
    'a b/1.mp3',
    'A/9.mp3',
    'a/09.mp3',
    'a/10.mp3',
    'a/Disc 2/1.mp3',
    'a/Disc 10/1.mp3',
    'B/1.mp3',
  ]);
});

it('sortKey returns different keys for names that differ by more than case', () => {
  expect(sortKey('Disc 1')).not.toBe(sortKey('Disc 01'));
  expect(sortKey('DISC 1')).toBe(sortKey('disc 1'));
});
