import { expect, it } from 'vitest';
import { PlotterMembership } from './plotter-membership.ts';

it('a stopped plotter leaves the queue even if the change cannot be stored', () => {
  const full = {
    get: () => ({}),
    set: () => {
      throw new Error('database or disk is full');
    },
  };
  const membership = new PlotterMembership(full);
  expect(() => membership.change({ inQueue: false, wasStopped: true })).toThrow('disk is full');
  expect(membership.current).toMatchObject({ inQueue: false, wasStopped: true });
});
