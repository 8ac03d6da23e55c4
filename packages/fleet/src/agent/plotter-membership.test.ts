import { expect, it } from 'vitest';
import { PlotterMembership } from './plotter-membership.ts';

it('a stopped plotter leaves the queue even if the change cannot be stored', () => {
  const full = {
    get: () => ({}),
    set: () => {
      throw new Error('database or disk is full');
    },
  };
  const seat = new PlotterMembership(full);
  expect(() => seat.change({ inQueue: false, why: 'The plotter was stopped.' })).toThrow('disk is full');
  expect(seat.current).toMatchObject({ inQueue: false, why: 'The plotter was stopped.' });
});
