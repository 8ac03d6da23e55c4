import type { Job, PlotterStatus } from '@stationery/client';
import { afterEach, expect, it } from 'vitest';
import { isQueueAhead, jobs, status } from './store.ts';

const job = (id: number, state: string) => ({ id, state: { state } }) as Job;
const set = (current: Job | null, ...others: readonly Job[]) => {
  status.value = { job: current } as PlotterStatus;
  jobs.value = current === null ? others : [current, ...others];
};

afterEach(() => {
  [status.value, jobs.value] = [undefined, undefined];
});

it('what is plotted next waits behind a job that is running, paused or queued', () => {
  expect(isQueueAhead.value).toBe(false);
  set(null, job(1, 'done'), job(2, 'failed'), job(3, 'cancelled'));
  expect(isQueueAhead.value).toBe(false);
  for (const state of ['running', 'pausing', 'paused', 'cancelling']) {
    set(job(4, state), job(1, 'done'));
    expect(isQueueAhead.value, state).toBe(true);
  }
  set(null, job(5, 'queued'));
  expect(isQueueAhead.value).toBe(true);
  // These wait for a person, and let others pass.
  set(null, job(5, 'held'), job(6, 'interrupted'));
  expect(isQueueAhead.value).toBe(false);
});
