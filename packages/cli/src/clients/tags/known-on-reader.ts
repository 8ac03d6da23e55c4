import type { StationClient, Tag } from '@stationery/client';

/** Tags that lie on the reader and are not new: nobody who waits for a new one gets these. */
export async function knownOnReader(station: StationClient, signal: AbortSignal): Promise<Tag[]> {
  for await (const { name, data } of station.events({ signal })) {
    if (name !== 'snapshot') continue;
    const serials = data.present.map(({ serial }) => serial);
    return (await station.tags({ signal })).filter(({ serial }) => serials.includes(serial));
  }
  return [];
}
