import { effect } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { jobName } from '../format.ts';
import { chosenJobId, currentJob, jobs } from '../store.ts';
import { type Announced, type FirstRequest, isAsAnnounced } from './announcement.ts';

const texts = plotterTexts.script;

/** Shows a toast that tells when the job starts or what it asks for. The toast stays only while this is true. */
export function announceJob(job: Job, request?: FirstRequest): void {
  chosenJobId.value = job.id;
  const other = currentJob.peek();
  const isWaiting = other !== undefined && other.id !== job.id;
  const starts = { pen: texts.asksForPens, sheet: texts.asksForSheet, nothing: texts.started }[
    request?.for ?? 'nothing'
  ];
  const queued = request?.for === 'sheet' ? texts.queuedForSheet : texts.queued;
  const said: Announced = job.state.state === 'held' ? 'held' : isWaiting ? 'queued' : 'starts';
  const message = { held: texts.held, queued, starts }[said];
  let unfollow: (() => void) | undefined;
  const drop = showToast({ message: message(jobName(job)), onGone: () => unfollow?.() });
  unfollow = effect(() => {
    const now = jobs.value?.find(({ id }) => id === job.id);
    if (now === undefined || isAsAnnounced(now, said, request)) return;
    drop();
    queueMicrotask(() => unfollow?.());
  });
}
