import { computed, effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { DialogState } from '../../../ui/dialog-state.ts';
import { currentJob, jobs } from '../store.ts';

interface Question {
  job: Job;
  /** Called if the user agrees. */
  confirm: () => unknown;
}

const asked = signal<Question | undefined>(undefined);

export const plottedMs = (job: Job) => job.estimatedMs * job.progress;

const lastsUntilCancelled = ({ state }: Job) =>
  ['running', 'pausing', 'paused', 'interrupted'].includes(state.state);

/** The job to ask about; undefined once it has ended, was removed or is being cancelled. */
const askedJob = computed(() => {
  const id = asked.value?.job.id;
  const job = [...(jobs.value ?? []), currentJob.value].find((one) => one !== undefined && one.id === id);
  return job !== undefined && lastsUntilCancelled(job) ? job : undefined;
});

export const cancelQuestion = computed<Question | undefined>(() => {
  const [question, job] = [asked.value, askedJob.value];
  return question && job && { ...question, job };
});

/** Asks first, unless the job is only queued. Stop never asks. */
export function confirmCancel(job: Job, cancel: () => unknown): void {
  if (lastsUntilCancelled(job)) asked.value = { job, confirm: cancel };
  else cancel();
}

export function closeCancelQuestion(): void {
  asked.value = undefined;
}

const canBeResumed = ({ state, resumePoint }: Job) =>
  state.state === 'paused' || (state.state === 'interrupted' && resumePoint !== null);

/** A partly plotted job. Its rest will be plotted from the origin at the time of resuming. */
const partlyPlotted = computed(() =>
  [currentJob.value, ...(jobs.value ?? [])].find(
    (job) => job !== undefined && job.progress > 0 && canBeResumed(job),
  ),
);

const originToSet = signal<Question | undefined>(undefined);

/** The question about a new origin, asked only while the rest of that job is still to be plotted. */
export const newOriginQuestion = computed<Question | undefined>(() => {
  const [question, job] = [originToSet.value, partlyPlotted.value];
  return question && job?.id === question.job.id ? { ...question, job } : undefined;
});

/** Sets a new origin. Asks first if the rest of a job would then be plotted at a different position. */
export function confirmNewOrigin(set: () => unknown): void {
  const job = partlyPlotted.peek();
  if (job === undefined) set();
  else originToSet.value = { job, confirm: set };
}

export function closeNewOriginQuestion(): void {
  originToSet.value = undefined;
}

/** Returns a dispose function. */
export function dropOutdatedQuestions(): () => void {
  return effect(() => {
    if (askedJob.value === undefined) closeCancelQuestion();
    if (newOriginQuestion.value === undefined) closeNewOriginQuestion();
  });
}

/** The user has to put the pen at the origin before the job is resumed. */
export const originQuestion = new DialogState<Question>();
