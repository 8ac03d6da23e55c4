import { expect, it } from 'vitest';
import { Undo } from './undo.ts';

it('changes are taken back one hand at a time, the newest first, and done again until something else is done', () => {
  const undo = new Undo<string>();
  undo.note('first', 'offset', 1000);
  for (let atMs = 1010; atMs < 3000; atMs += 100) undo.note(`drag ${atMs}`, 'offset', atMs);
  undo.note('moved', 'rotate', 3000);
  undo.note('turned', 'rotate', 9000);
  expect(['now', 'turned', 'moved', 'first'].map((now) => undo.back(now))).toEqual([
    'turned',
    'moved',
    'first',
    undefined,
  ]);
  expect(['first', 'moved'].map((now) => undo.forward(now))).toEqual(['moved', 'turned']);
  expect(undo.depths).toEqual({ back: 2, forward: 1 });
  undo.note('again', 'rotate', 9100);
  undo.note('again and again', 'rotate', 9150);
  expect(undo.depths).toEqual({ back: 3, forward: 0 });
  expect(undo.forward('elsewhere')).toBeUndefined();
  undo.forget();
  expect(undo.back('now')).toBeUndefined();
});
