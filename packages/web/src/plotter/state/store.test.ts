import type { Job, PlotterStatus } from '@stationery/client';
import { afterEach, expect, it } from 'vitest';
import { isQueueAhead, jobsById, status } from './store.ts';

const job = (id: number, state: string) => ({ id, state: { state } }) as Job;
const set = (current: Job | null, ...others: readonly Job[]) => {
  status.value = { job: current } as PlotterStatus;
  const all = current === null ? others : [current, ...others];
  jobsById.value = new Map(all.map((each) => [each.id, each]));
};

afterEach(() => {
  [status.value, jobsById.value] = [undefined, undefined];
});

it('isQueueAhead is true while a job is running, paused or queued', () => {
  expect(isQueueAhead.value).toBe(false);
  set(null, job(1, 'done'), job(2, 'failed'), job(3, 'cancelled'));
  expect(isQueueAhead.value).toBe(false);
  for (const state of ['running', 'pausing', 'paused', 'cancelling']) {
    set(job(4, state), job(1, 'done'));
    expect(isQueueAhead.value, state).toBe(true);
  }
  set(null, job(5, 'queued'));
  expect(isQueueAhead.value).toBe(true);
  // These jobs wait for a user, so other jobs pass them.
  set(null, job(5, 'held'), job(6, 'interrupted'));
  expect(isQueueAhead.value).toBe(false);
});
