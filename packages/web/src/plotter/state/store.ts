import { computed, signal } from '@preact/signals';
import type { Job, MachineProfile, PlotterStatus } from '@stationery/client';
import { Lists } from '../../service/lists.ts';

/** State of the plotter as last reported by the service. */

/** Undefined until the first event arrives. */
export const status = signal<PlotterStatus | undefined>(undefined);
export const machine = signal<MachineProfile | undefined>(undefined);

export const lists = new Lists(0);
/** Undefined until the jobs are first read. */
export const jobsById = signal<ReadonlyMap<number, Job> | undefined>(undefined);
/** Jobs, newest first. */
export const jobs = computed(
  () => jobsById.value && [...jobsById.value.values()].toSorted((a, b) => b.id - a.id),
);

/** Returns a key that includes the creation time, because ids restart when a service is set up again. */
export const jobKey = ({ id, createdAt }: Pick<Job, 'id' | 'createdAt'>) => `${id} ${createdAt}`;

/** Id of the job that the user chose to see on the bed. */
export const chosenJobId = signal<number | undefined>(undefined);

export type PlotterLink = PlotterStatus['link'];

/** States in which the plotter accepts commands. */
const reachable: readonly PlotterLink['state'][] = ['ready', 'busy'];

/**
 * Returns whether the machine itself has a problem, not only the connection: an alarm, an open door or wrong
 * firmware.
 */
export function needsAttention(link: PlotterLink): link is Extract<PlotterLink, { state: 'suspect' }> {
  if (link.state !== 'suspect') return false;
  const { code } = link.cause;
  return code.startsWith('machine-') || code === 'wrong-machine' || code === 'firmware-too-old';
}

export const isReachable = computed(() => {
  const link = status.value?.link;
  if (link === undefined) return false;
  // Includes alarms and open doors, because the page can send the commands that end them.
  return reachable.includes(link.state) || (needsAttention(link) && link.cause.code.startsWith('machine-'));
});

const starting: readonly PlotterLink['state'][] = ['closed', 'waiting', 'opening', 'settling'];

/** Whether the plotter is unidentified. It then gets no drawings until the user has chosen its kind. */
export const isUnidentified = computed(() => {
  const now = status.value;
  return now !== undefined && !now.recognised && !starting.includes(now.link.state);
});

/** The running job, even while it is paused. */
export const currentJob = computed(() => {
  const held = status.value?.job;
  if (held === null || held === undefined) return undefined;
  return jobs.value?.find(({ id }) => id === held.id) ?? held;
});

const moving: readonly Job['state']['state'][] = ['running', 'pausing', 'cancelling'];

export const isRunning = computed(() => moving.includes(currentJob.value?.state.state ?? 'done'));

/** The newest interrupted job, which can be resumed. */
export const interruptedJob = computed(() => jobs.value?.find(({ state }) => state.state === 'interrupted'));

/** Whether the next plot waits for a running, paused or queued job. Jobs on hold let others pass. */
export const isQueueAhead = computed(
  () => currentJob.value !== undefined || jobs.value?.some(({ state }) => state.state === 'queued') === true,
);

const plottedLast = (a: Job, b: Job) => ((b.endedAt ?? b.startedAt)! > (a.endedAt ?? a.startedAt)! ? b : a);

/**
 * The job that was plotted last. Jobs do not run in the order of their ids, because the queue can be
 * reordered.
 */
export const lastPlottedJob = computed(() =>
  jobs.value
    ?.filter(({ startedAt }) => startedAt !== null)
    .reduce<Job | undefined>((last, job) => (last === undefined ? job : plottedLast(last, job)), undefined),
);

const reachText = computed(() => JSON.stringify(status.value?.reach ?? null));

/** Range of the machine relative to the current origin, in steps. Stays the same object until it changes. */
export const reach = computed(() => JSON.parse(reachText.value) as PlotterStatus['reach']);

const isHeard = computed(() => status.value !== undefined);

/** The machine for planning, with its limits relative to the current origin. */
export const machineInReach = computed(
  () => machine.value && (isHeard.value ? { ...machine.value, limits: reach.value } : machine.value),
);

export const stepsPerMm = computed(() => machine.value?.stepsPerMm ?? 80);
