import { batch } from '@preact/signals';
import type { Job, PlotterEvent } from '@stationery/client';
import { note } from '../console/log.ts';
import { penMotion } from '../pen-motion.ts';
import { currentJob, jobs, status } from '../store.ts';
import { heardOf, readLists } from './job-list.ts';

/** Takes an event of the plotter into the store. Lines can come by the thousand: they must cost little. */
export function applyEvent(event: PlotterEvent): void {
  switch (event.name) {
    case 'line.out':
      penMotion.sent(event.data.line);
      note({ kind: 'out', text: event.data.line, ofJob: isOfJob() });
      break;
    case 'line.in':
      penMotion.received(event.data.line);
      note({ kind: 'in', text: event.data.line, ofJob: isOfJob() });
      break;
    case 'notice':
      note({ kind: 'notice', text: event.data.text, ofJob: false });
      break;
    case 'snapshot':
      // What was under way when the stream broke off may have ended long ago.
      penMotion.forget();
      takeStatus(event);
      void readLists();
      break;
    case 'status':
      takeStatus(event);
      break;
    case 'job':
      takeJob(event.data);
      break;
    case 'job.deleted':
      heardOf(event.data.id, undefined);
      jobs.value = jobs.value?.filter(({ id }) => id !== event.data.id);
  }
}

const isOfJob = () => ['running', 'pausing', 'cancelling'].includes(currentJob.peek()?.state.state ?? '');

function takeStatus({ data }: Extract<PlotterEvent, { name: 'status' | 'snapshot' }>): void {
  batch(() => {
    status.value = data;
    penMotion.told(data);
    if (data.job !== null) takeJob(data.job);
  });
}

function takeJob(job: Job): void {
  heardOf(job.id, job);
  batch(() => {
    const known = jobs.value ?? [];
    const at = known.findIndex(({ id }) => id === job.id);
    if (jobs.value !== undefined) jobs.value = at < 0 ? [job, ...known] : known.with(at, job);
    const now = status.value;
    const hasMachine = ['running', 'pausing', 'paused', 'cancelling'].includes(job.state.state);
    if (now !== undefined && hasMachine) status.value = { ...now, job };
    else if (now?.job?.id === job.id) status.value = { ...now, job: null };
    if ('next' in job.state) penMotion.counted();
  });
}
