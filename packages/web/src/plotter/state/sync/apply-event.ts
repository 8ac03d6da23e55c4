import { batch } from '@preact/signals';
import type { Job, PlotterEvent } from '@stationery/client';
import { createListReader, explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { consoleLog } from '../console/log.ts';
import { penMotion } from '../pen-motion/pen-motion.ts';
import { isRunning, jobs, jobsById, lists, machine, status } from '../store.ts';

const pageSize = 50;
/** Reads many queued jobs, because the next job may be older than the newest jobs. */
const maxQueued = 500;

/** Reads the machine profile and earlier jobs, which events do not contain. */
const readLists = createListReader({
  read: () =>
    lists.read(async (replace, options) => {
      const machineBefore = machine.peek();
      const [profile, newest, queue] = await Promise.all([
        plotter.machine(options),
        plotter.jobs.list({ limit: pageSize, ...options }),
        plotter.jobs.queue({ limit: maxQueued, ...options }),
      ]);
      // A profile that was saved in the meantime is newer than the response.
      if (machine.peek() === machineBefore) machine.value = profile;
      replace(
        jobsById,
        [...newest, ...queue].map((job) => [job.id, job] as const),
      );
    }),
  onFailure(error) {
    if (jobs.peek() === undefined)
      showToast({ message: plotterTexts.jobs.unread(explain(error)), tone: 'danger' });
  },
});

/** Applies an event of the plotter to the store. Must be fast, because there may be thousands of lines. */
export function applyEvent(event: PlotterEvent): void {
  switch (event.name) {
    case 'line.out':
      penMotion.lineSent(event.data.line);
      consoleLog.add({ kind: 'out', text: event.data.line, ofJob: isRunning.peek() });
      break;
    case 'line.in':
      penMotion.lineReceived(event.data.line);
      consoleLog.add({ kind: 'in', text: event.data.line, ofJob: isRunning.peek() });
      break;
    case 'notice':
      consoleLog.add({ kind: 'notice', text: noticeText(event.data), ofJob: false });
      break;
    case 'snapshot':
      // Forgets the motion, because moves from before the connection was lost may have ended.
      penMotion.reset();
      applyStatus(event);
      readLists();
      break;
    case 'status':
      applyStatus(event);
      break;
    case 'machine':
      machine.value = event.data;
      break;
    case 'job':
      applyJob(event.data);
      break;
    case 'job.deleted':
      lists.change(jobsById, event.data.id, undefined);
  }
}

/** Older services send no `cause`. */
const noticeText = ({ text, cause }: Extract<PlotterEvent, { name: 'notice' }>['data']) =>
  (cause && plotterTexts.reasons.notice(cause)) ?? text;

function applyStatus({ data }: Extract<PlotterEvent, { name: 'status' | 'snapshot' }>): void {
  const before = status.peek();
  // A different or newly identified machine has a different profile.
  if (before && (before.driver !== data.driver || before.firmware !== data.firmware)) readLists();
  batch(() => {
    status.value = data;
    penMotion.statusReceived(data);
    if (data.job !== null) applyJob(data.job);
  });
}

function applyJob(job: Job): void {
  batch(() => {
    lists.change(jobsById, job.id, job);
    const now = status.value;
    const hasMachine = ['running', 'pausing', 'paused', 'cancelling'].includes(job.state.state);
    if (now !== undefined && hasMachine) status.value = { ...now, job };
    else if (now?.job?.id === job.id) status.value = { ...now, job: null };
    if ('next' in job.state) penMotion.clearTrail();
  });
}
