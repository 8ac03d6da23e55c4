import type { Job, PlotterStatus } from '@stationery/client';
import { expect, it } from 'vitest';
import { chosenJobId, jobs, status } from '../store.ts';
import { dropChoiceWithNextJob, shownJob } from './shown-job.ts';

const job = (id: number, state: string, startedAt: string | null, endedAt: string | null) =>
  ({ id, state: { state }, startedAt, endedAt }) as Job;

it('the bed shows the sheet that was plotted last, also after a reordered queue', () => {
  // The second job was moved to the front, so the third was plotted after it; the first was resumed at the end.
  jobs.value = [
    job(4, 'queued', null, null),
    job(3, 'done', '10:02', '10:03'),
    job(2, 'done', '10:04', '10:05'),
    job(1, 'cancelled', '10:00', '10:01'),
  ];
  status.value = { job: null } as PlotterStatus;
  expect(shownJob.value?.id).toBe(2);
  jobs.value = jobs.value.with(3, job(1, 'done', '10:00', '10:06'));
  expect(shownJob.value?.id).toBe(1);
});

it('what was chosen for the bed gives way to the next plot', () => {
  const all = [job(2, 'queued', null, null), job(1, 'done', '10:00', '10:01')];
  [jobs.value, status.value, chosenJobId.value] = [all, { job: null } as PlotterStatus, 1];
  const end = dropChoiceWithNextJob();
  expect(shownJob.value?.id).toBe(1);
  const running = job(2, 'running', '10:02', null);
  [jobs.value, status.value] = [[running, all[1]!], { job: running } as PlotterStatus];
  expect(shownJob.value?.id).toBe(2);
  // Chosen while it is plotted: it has ended, and its sheet is shown.
  chosenJobId.value = 1;
  [jobs.value, status.value] = [[job(2, 'done', '10:02', '10:03'), all[1]!], { job: null } as PlotterStatus];
  expect(shownJob.value?.id).toBe(2);
  end();
  [jobs.value, status.value, chosenJobId.value] = [undefined, undefined, undefined];
});
