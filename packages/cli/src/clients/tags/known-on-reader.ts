import type { StationClient, Tag } from '@stationery/client';
import { stationSnapshot } from '../station-snapshot.ts';

/** Known tags on the reader, which waiting for a new tag does not report. */
export async function knownOnReader(station: StationClient, signal: AbortSignal): Promise<Tag[]> {
  const snapshot = await stationSnapshot(station, signal);
  const serials = snapshot?.present.map(({ serial }) => serial) ?? [];
  return (await station.tags({ signal })).filter(({ serial }) => serials.includes(serial));
}
