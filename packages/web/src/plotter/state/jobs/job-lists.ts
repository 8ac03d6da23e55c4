import { computed } from '@preact/signals';
import type { Job } from '@stationery/client';
import { shown } from '../bed/shown.ts';
import { shownJob } from '../bed/shown-job.ts';
import { currentJob, jobs } from '../store.ts';

export const frontJob = computed<Job | undefined>(() => {
  if (currentJob.value !== undefined) return currentJob.value;
  const job = shown.value?.of === 'draft' ? undefined : shownJob.value;
  return job?.state.state === 'interrupted' ? job : undefined;
});

const others = computed(() => jobs.value?.filter(({ id }) => id !== frontJob.value?.id) ?? []);
const inState = (...states: readonly Job['state']['state'][]) =>
  others.value.filter(({ state }) => states.includes(state.state));

export const interruptedJobs = computed(() => inState('interrupted'));

const byQueueOrder = (a: Job, b: Job) => (a.queueOrder ?? a.id) - (b.queueOrder ?? b.id);

export const queuedJobs = computed(() => inState('queued', 'held').toSorted(byQueueOrder));

const byEnd = (a: Job, b: Job) => (b.endedAt ?? '').localeCompare(a.endedAt ?? '') || b.id - a.id;

/** Most recent first. */
export const pastJobs = computed(() => inState('done', 'failed', 'cancelled').toSorted(byEnd));
