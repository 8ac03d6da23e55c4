import { computed, effect, signal } from '@preact/signals';
import type { BoardDevice, BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { loadText, saveText } from '../../ui/storage.ts';
import { describeReason, reasonOf } from './describe-reason.ts';
import { isCardFull } from './device-condition.ts';
import { devicesByName } from './device-order.ts';
import { activeJobs, failedJobs, needsDecision, waitingJobs } from './queue-lists.ts';
import { status } from './store.ts';

/** The most urgent first. */
export const alarmKinds = [
  'interrupted',
  'needsPen',
  'needsPaper',
  'failedJob',
  'nobodyCan',
  'offline',
  'cardFull',
  'noCard',
  'reader',
  'update',
  'collection',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

export type Alarm = { key: string; kind: AlarmKind; reason: string } & (
  | { device: BoardDevice; job?: undefined }
  | { job: BoardJob; device?: undefined }
);

/** An offline device has only the alarm about being offline. */
export function alarmsOfDevice(device: BoardDevice): Alarm[] {
  const found: Alarm[] = [];
  const add = (kind: AlarmKind, reason = '') =>
    found.push({ key: `${device.id} ${kind}`, kind, reason, device });
  if (!device.isOnline) {
    add('offline');
    return found;
  }
  const { plotter, station } = device.state;
  if (plotter?.needsPen) add('needsPen', plotter.needsPen);
  if (plotter?.needsPaper) add('needsPaper');
  if (station === undefined) return found;
  if (station.card.state === 'missing') add('noCard');
  else if (isCardFull(station)) add('cardFull');
  if (station.reader === 'failed') add('reader');
  const { failedUpdate: update, collection } = station;
  if (update) add('update', (update.cause && boardTexts.updateReason(update.cause)) ?? update.reason);
  if (collection?.state === 'failed') add('collection', collection.why ? describeReason(collection.why) : '');
  return found;
}

export type Activity = 'offline' | 'busy' | 'free' | 'notFree' | 'out' | 'ready' | 'trouble';

export function activityOf(device: BoardDevice): Activity {
  if (!device.isOnline) return 'offline';
  const { plotter } = device.state;
  if (plotter === undefined) return alarmsOfDevice(device).length > 0 ? 'trouble' : 'ready';
  if (plotter.job !== null) return 'busy';
  if (!plotter.inQueue) return 'out';
  return plotter.isFree ? 'free' : 'notFree';
}

function alarmOfJob(kind: AlarmKind, job: BoardJob, reason: string): Alarm {
  return { key: `${job.id} ${kind}`, kind, reason, job };
}

/** Returns the first copy of each drawing that no plotter can take. */
function stuckGroups(): BoardJob[] {
  const found = new Map<string, BoardJob>();
  for (const job of waitingJobs.value) {
    if (job.whyNot.length > 0 && !found.has(job.group)) found.set(job.group, job);
  }
  return [...found.values()];
}

const storageKey = 'stationery.board.dismissed';
const maxDismissed = 500;

const dismissed = signal<readonly string[]>((loadText(storageKey) ?? '').split(' ').filter(Boolean));

export function dismiss(job: BoardJob): void {
  dismissed.value = [...dismissed.value, job.id].slice(-maxDismissed);
  saveText(storageKey, dismissed.value.join(' '));
}

export const alarms = computed<readonly Alarm[]>(() => {
  const seen = new Set(dismissed.value);
  const found = [
    ...activeJobs.value.filter(needsDecision).map((job) => alarmOfJob('interrupted', job, reasonOf(job))),
    ...failedJobs.value
      .filter(({ id }) => !seen.has(id))
      .map((job) => alarmOfJob('failedJob', job, reasonOf(job))),
    ...stuckGroups().map((job) => alarmOfJob('nobodyCan', job, job.whyNot.map(describeReason).join(' '))),
    ...devicesByName.value
      .flatMap(alarmsOfDevice)
      // Without its NATS server, the board sees no devices. One alarm about the server is enough.
      .filter(({ kind }) => kind !== 'offline' || status.value?.broker.state === 'connected'),
  ];
  const rank = ({ kind }: Alarm) => alarmKinds.indexOf(kind);
  return found.sort((one, other) => rank(one) - rank(other));
});

export function followAlarms(): void {
  effect(() => {
    const count = alarms.value.length;
    document.title = count === 0 ? boardTexts.title : `(${count}) ${boardTexts.title}`;
  });
}
