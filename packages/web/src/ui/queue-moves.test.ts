import { expect, it } from 'vitest';
import { placeAfterMove, placeOnDrop } from './queue-moves.ts';

const queue = [{ id: 5 }, { id: 2 }, { id: 9 }];
const [first, middle, last] = queue as [{ id: number }, { id: number }, { id: number }];

it('placeAfterMove moves a job by one place or to an end of the queue', () => {
  expect(placeAfterMove(queue, first, 'up')).toBeUndefined();
  expect(placeAfterMove(queue, first, 'first')).toBeUndefined();
  expect(placeAfterMove(queue, last, 'down')).toBeUndefined();
  expect(placeAfterMove(queue, last, 'last')).toBeUndefined();
  expect(placeAfterMove(queue, { id: 7 }, 'down')).toBeUndefined();
  expect(placeAfterMove(queue, middle, 'up')).toEqual({ before: 5 });
  expect(placeAfterMove(queue, first, 'down')).toEqual({ before: 9 });
  expect(placeAfterMove(queue, middle, 'down')).toEqual({ to: 'last' });
  expect(placeAfterMove(queue, last, 'first')).toEqual({ to: 'first' });
});

it('placeOnDrop puts a dropped job in the place of the job that it was dropped on', () => {
  expect(placeOnDrop(queue, last, first)).toEqual({ before: 5 });
  expect(placeOnDrop(queue, first, middle)).toEqual({ before: 9 });
  expect(placeOnDrop(queue, first, last)).toEqual({ to: 'last' });
  expect(placeOnDrop(queue, first, first)).toBeUndefined();
  expect(placeOnDrop(queue, { id: 7 }, first)).toBeUndefined();
});
