import type { Job, PlotterStatus } from '@stationery/client';
import { expect, it } from 'vitest';
import { chosenJobId, jobsById, status } from '../store.ts';
import { dropChoiceWithNextJob, shownJob } from './shown-job.ts';

const job = (id: number, state: string, startedAt: string | null, endedAt: string | null) =>
  ({ id, state: { state }, startedAt, endedAt }) as Job;

const byId = (...jobs: readonly Job[]) => new Map(jobs.map((each) => [each.id, each]));

it('the bed shows the sheet that was plotted last, even after the queue was reordered', () => {
  // The second job was moved to the front, so the third was plotted after it. The first was resumed last.
  const all = byId(
    job(4, 'queued', null, null),
    job(3, 'done', '10:02', '10:03'),
    job(2, 'done', '10:04', '10:05'),
    job(1, 'cancelled', '10:00', '10:01'),
  );
  jobsById.value = all;
  status.value = { job: null } as PlotterStatus;
  expect(shownJob.value?.id).toBe(2);
  jobsById.value = new Map(all).set(1, job(1, 'done', '10:00', '10:06'));
  expect(shownJob.value?.id).toBe(1);
});

it('the next plot replaces the job that was chosen for the bed', () => {
  const all = [job(2, 'queued', null, null), job(1, 'done', '10:00', '10:01')];
  [jobsById.value, status.value, chosenJobId.value] = [byId(...all), { job: null } as PlotterStatus, 1];
  const end = dropChoiceWithNextJob();
  expect(shownJob.value?.id).toBe(1);
  const running = job(2, 'running', '10:02', null);
  [jobsById.value, status.value] = [byId(running, all[1]!), { job: running } as PlotterStatus];
  expect(shownJob.value?.id).toBe(2);
  // This job was chosen while it was plotted, and has ended since.
  chosenJobId.value = 1;
  [jobsById.value, status.value] = [
    byId(job(2, 'done', '10:02', '10:03'), all[1]!),
    { job: null } as PlotterStatus,
  ];
  expect(shownJob.value?.id).toBe(2);
  end();
  [jobsById.value, status.value, chosenJobId.value] = [undefined, undefined, undefined];
});
