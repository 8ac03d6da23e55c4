import type { StationClient, Tag } from '@stationery/client';
import { stationSnapshot } from '../station-snapshot.ts';

/** Tags on the reader that are not new: waiting for a new tag does not report these. */
export async function knownOnReader(station: StationClient, signal: AbortSignal): Promise<Tag[]> {
  const snapshot = await stationSnapshot(station, signal);
  const serials = snapshot?.present.map(({ serial }) => serial) ?? [];
  return (await station.tags({ signal })).filter(({ serial }) => serials.includes(serial));
}
