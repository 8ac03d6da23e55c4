import type { BoardDevice, BoardJob } from '@stationery/client/board';
import { expect, it } from 'vitest';
import { overJobs, progressOf } from './queue-lists.ts';
import { devices, jobs } from './store.ts';

it('progressOf returns the progress from the plotter as long as the plotter reports the same job', () => {
  const job = { id: 'a', state: { state: 'plotting', device: 'one', progress: 0.1 } } as unknown as BoardJob;
  expect(progressOf(job)).toBe(0.1);
  const says = (queueJob: string | null, progress: number) => {
    const device = { id: 'one', state: { plotter: { job: { queueJob, progress } } } };
    devices.value = new Map([['one', device as unknown as BoardDevice]]);
  };
  says('a', 0.4);
  expect(progressOf(job)).toBe(0.4);
  // A device report with less progress than the queue is outdated.
  says('a', 0.05);
  expect(progressOf(job)).toBe(0.1);
  says(null, 0.7);
  expect(progressOf(job)).toBe(0.1);
  expect(progressOf({ ...job, state: { state: 'waiting' } } as unknown as BoardJob)).toBeUndefined();
});

it('overJobs lists jobs by the time of their end, or of their start if an older board ended them', () => {
  const day = (number: number) => `2026-01-0${number}T10:00:00.000Z`;
  const over = (id: string, createdAt: string, endedAt?: string) =>
    [id, { id, createdAt, endedAt, state: { state: 'done', device: 'one' } } as BoardJob] as const;
  jobs.value = new Map([over('first', day(1), day(5)), over('second', day(2), day(3)), over('old', day(4))]);
  expect(overJobs.value.map(({ id }) => id)).toEqual(['first', 'old', 'second']);
});
