import { expect, it } from 'vitest';
import { Undo } from './undo.ts';

it('changes are taken back one hand at a time, the newest first', () => {
  const undo = new Undo<string>();
  undo.note('first', 'offset', 1000);
  for (let atMs = 1010; atMs < 3000; atMs += 100) undo.note(`drag ${atMs}`, 'offset', atMs);
  undo.note('moved', 'rotate', 3000);
  undo.note('turned', 'rotate', 9000);
  expect([undo.back(), undo.back(), undo.back(), undo.back()]).toEqual([
    'turned',
    'moved',
    'first',
    undefined,
  ]);
  undo.note('again', 'rotate', 9100);
  undo.note('again and again', 'rotate', 9150);
  expect(undo.depth).toBe(1);
  undo.forget();
  expect(undo.back()).toBeUndefined();
});
