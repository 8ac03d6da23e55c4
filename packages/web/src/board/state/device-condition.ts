import type { BoardDevice } from '@stationery/client/board';

type DeviceState = BoardDevice['state'];
export type Station = NonNullable<DeviceState['station']>;

export type Activity = 'offline' | 'busy' | 'free' | 'notFree' | 'out' | 'ready' | 'trouble';

export function activityOf({ isOnline, state }: BoardDevice): Activity {
  if (!isOnline) return 'offline';
  const { plotter, station } = state;
  if (plotter === undefined) return station !== undefined && isInTrouble(station) ? 'trouble' : 'ready';
  if (plotter.job !== null) return 'busy';
  if (!plotter.inQueue) return 'out';
  return plotter.isFree ? 'free' : 'notFree';
}

/** Free space below which the next file may not fit. */
const fullBytes = 20_000_000;
const fullPart = 0.01;

export function isCardFull({ card }: Station): boolean {
  const { freeBytes, totalBytes } = card;
  if (freeBytes === null || totalBytes === null) return false;
  return freeBytes < fullBytes || freeBytes < totalBytes * fullPart;
}

function isInTrouble(station: Station): boolean {
  const { card, reader, failedUpdate, collection } = station;
  return (
    card.state === 'missing' ||
    isCardFull(station) ||
    reader === 'failed' ||
    failedUpdate !== undefined ||
    collection?.state === 'failed'
  );
}

/** Returns a web address only, because devices are untrusted. */
export function pageOf({ page }: DeviceState): string | undefined {
  if (page === null || !URL.canParse(page)) return undefined;
  const { protocol, href } = new URL(page);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
