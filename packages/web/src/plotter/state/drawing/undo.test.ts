import { expect, it } from 'vitest';
import { UndoHistory } from './undo.ts';

it('UndoHistory undoes one gesture at a time, newest first, and redoes until the next change', () => {
  const history = new UndoHistory<string>();
  expect(history.undo('now')).toBeUndefined();
  history.record('first', 'offset', 1000);
  for (let atMs = 1010; atMs < 3000; atMs += 100) history.record(`drag ${atMs}`, 'offset', atMs);
  history.record('moved', 'rotate', 3000);
  history.record('turned', 'rotate', 9000);
  expect(['now', 'turned', 'moved', 'first'].map((now) => history.undo(now))).toEqual([
    'turned',
    'moved',
    'first',
    undefined,
  ]);
  expect(['first', 'moved'].map((now) => history.redo(now))).toEqual(['moved', 'turned']);
  expect(history.counts).toEqual({ undo: 2, redo: 1 });
  history.record('again', 'rotate', 9100);
  history.record('again and again', 'rotate', 9150);
  expect(history.counts).toEqual({ undo: 3, redo: 0 });
  expect(history.redo('elsewhere')).toBeUndefined();
});
