import type { BoardDevice } from '@stationery/client/board';

type DeviceState = BoardDevice['state'];
export type Station = NonNullable<DeviceState['station']>;

/** Free space below which the next file may not fit. */
const fullBytes = 20_000_000;
const fullPart = 0.01;

export function isCardFull({ card }: Station): boolean {
  const { freeBytes, totalBytes } = card;
  if (freeBytes === null || totalBytes === null) return false;
  return freeBytes < fullBytes || freeBytes < totalBytes * fullPart;
}

/** Returns the page address only if it is HTTP or HTTPS, because devices are untrusted. */
export function pageOf({ page }: DeviceState): string | undefined {
  if (page === null || !URL.canParse(page)) return undefined;
  const { protocol, href } = new URL(page);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
