import { computed, effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { currentJob, jobs } from '../store.ts';

/** What a person is asked before something is done with a job. */

interface Question {
  job: Job;
  /** Runs when the answer is yes. */
  confirm: () => unknown;
}

/** A job that has plotted for less is cancelled without a question. */
const askFromMs = 60_000;

const asked = signal<Question | undefined>(undefined);

export const plottedMs = (job: Job) => job.estimatedMs * job.progress;

const canBeCancelled = ({ state }: Job) =>
  ['running', 'pausing', 'paused', 'interrupted'].includes(state.state);

/** The job in question as it is now; undefined once it has ended, was removed, or somebody else cancels it. */
const askedJob = computed(() => {
  const id = asked.value?.job.id;
  const job = [...(jobs.value ?? []), currentJob.value].find((one) => one !== undefined && one.id === id);
  return job !== undefined && canBeCancelled(job) ? job : undefined;
});

export const cancelQuestion = computed<Question | undefined>(() => {
  const [question, job] = [asked.value, askedJob.value];
  return question && job && { ...question, job };
});

/** Cancels a job; asks first where much of it is plotted. Stopping the machine is never questioned: that is Stop. */
export function confirmCancel(job: Job, cancel: () => unknown): void {
  if (plottedMs(job) < askFromMs) cancel();
  else asked.value = { job, confirm: cancel };
}

export function closeCancelQuestion(): void {
  asked.value = undefined;
}

/** A question about a job that has ended is gone for good, also if the job came back. Gives the way to end this. */
export function dropOutdatedQuestions(): () => void {
  return effect(() => {
    if (askedJob.value === undefined) closeCancelQuestion();
  });
}

/** The plotter lost its position: a person has to put the pen at the origin before the job is resumed. */
export const originQuestion = signal<Question | undefined>(undefined);

export function askForOrigin(job: Job, resume: () => unknown): void {
  originQuestion.value = { job, confirm: resume };
}

export function closeOriginQuestion(): void {
  originQuestion.value = undefined;
}
