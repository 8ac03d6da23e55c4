import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { jobName } from '../format.ts';
import { chosenJobId, currentJob } from '../store.ts';

const texts = plotterTexts.script;

/** Shows a job that was just created on the bed, and says when it starts or what it asks for first. */
export function announceJob(job: Job, asksFor?: 'pen' | 'sheet'): void {
  chosenJobId.value = job.id;
  const other = currentJob.peek();
  const isWaiting = other !== undefined && other.id !== job.id;
  const starts = { pen: texts.asksForPens, sheet: texts.asksForSheet, nothing: texts.started }[
    asksFor ?? 'nothing'
  ];
  const queued = asksFor === 'sheet' ? texts.queuedForSheet : texts.queued;
  const message = job.state.state === 'held' ? texts.held : isWaiting ? queued : starts;
  showToast({ message: message(jobName(job)) });
}
