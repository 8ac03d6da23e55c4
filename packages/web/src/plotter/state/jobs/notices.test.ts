import type { Job } from '@stationery/client';
import { describe, expect, it } from 'vitest';
import { newNotices, tabTitle } from './notices.ts';

const pens = [
  { name: 'Black', colour: '#000000', from: 0 },
  { name: 'Red', colour: '#ff0000', from: 70 },
];
const job = (state: Job['state'], progress = 0.47) => ({ id: 7, name: 'Rose', progress, pens, state }) as Job;
const running = job({ state: 'running' } as Job['state']);
const changesPen = job({ state: 'paused', next: 70, reason: 'Put in the red pen' });

describe('the title of the tab', () => {
  it('shows what the plot needs, or its progress', () => {
    expect(tabTitle(undefined, undefined, 'A3')).toBe('A3');
    expect(tabTitle(running, undefined, 'A3')).toBe('47 % · A3');
    expect(tabTitle(changesPen, undefined, 'A3')).toBe('Needs a pen · A3');
    expect(tabTitle(job({ state: 'paused', next: 0, reason: 'Lay a sheet' }), undefined, 'A3')).toBe(
      'Needs you · A3',
    );
    expect(tabTitle(job({ state: 'paused', next: 9 }), undefined, 'A3')).toBe('Paused · A3');
    expect(tabTitle(undefined, running, 'A3')).toBe('Interrupted · A3');
  });
});

describe('notifications about jobs', () => {
  it('appear once when a plot is done, has failed, was interrupted or needs the user', () => {
    expect(newNotices([running], [changesPen])).toEqual([
      { id: 7, text: expect.stringContaining('red pen') },
    ]);
    expect(newNotices([changesPen], [changesPen])).toEqual([]);
    expect(newNotices([changesPen], [running])).toEqual([]);
    for (const state of ['done', 'failed', 'interrupted'] as const)
      expect(newNotices([running], [job({ state } as Job['state'])])).toHaveLength(1);
  });

  it('do not appear for actions of the user or for plots that ended before the page was opened', () => {
    const done = job({ state: 'done' });
    expect(newNotices(undefined, [done])).toEqual([]);
    expect(newNotices([], [done])).toEqual([]);
    expect(newNotices([running], [job({ state: 'cancelled' } as Job['state'])])).toEqual([]);
    expect(newNotices([running], [job({ state: 'paused', next: 3 })])).toEqual([]);
  });
});
