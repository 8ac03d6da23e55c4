import { computed } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { devices, type JobState, jobs, status } from './store.ts';

const inStates = (...states: readonly JobState[]) =>
  [...(jobs.value?.values() ?? [])].filter(({ state }) => states.includes(state.state));

const priorities = ['high', 'normal', 'low'];
const rank = ({ priority }: BoardJob) => priorities.indexOf(priority);
const compareQueueOrder = (one: BoardJob, other: BoardJob) =>
  rank(one) - rank(other) || one.order - other.order || (one.id < other.id ? -1 : 1);

/** Waiting jobs in the order in which the board offers them to plotters. */
export const waitingJobs = computed(() => inStates('waiting', 'held').sort(compareQueueOrder));

/** Includes the job itself. */
export const waitingCopies = ({ group }: BoardJob) => waitingJobs.value.filter((job) => job.group === group);

/** Jobs that need a decision come first. */
export const activeJobs = computed(() =>
  inStates('offered', 'taken', 'plotting', 'paused', 'interrupted', 'cancelling').sort(
    (one, other) =>
      Number(needsDecision(other)) - Number(needsDecision(one)) || compareQueueOrder(one, other),
  ),
);

const endOf = ({ endedAt, createdAt }: BoardJob) => endedAt ?? createdAt;

export const overJobs = computed(() =>
  inStates('done', 'failed', 'cancelled').sort((one, other) => (endOf(one) < endOf(other) ? 1 : -1)),
);

/** Counts all finished jobs, although the page lists only the newest. */
export const overTotal = computed(() => {
  const { done = 0, failed = 0, cancelled = 0 } = status.value?.jobs ?? {};
  return Math.max(overJobs.value.length, done + failed + cancelled);
});

export const failedJobs = computed(() => inStates('failed'));

export const needsDecision = ({ state }: BoardJob) => state.state === 'interrupted';

/** Returns the progress that the plotter reports, which is newer than the progress in the queue. */
export function progressOf({ id, state }: BoardJob): number | undefined {
  if (!('progress' in state)) return undefined;
  const live = devices.value?.get(state.device)?.state.plotter?.job;
  return live?.queueJob === id ? Math.max(live.progress, state.progress) : state.progress;
}
