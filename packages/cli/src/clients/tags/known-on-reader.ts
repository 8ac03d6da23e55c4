import type { StationClient, Tag } from '@stationery/client';

/** Tags on the reader that are not new: waiting for a new tag does not report these. */
export async function knownOnReader(station: StationClient, signal: AbortSignal): Promise<Tag[]> {
  for await (const { name, data } of station.events({ signal })) {
    if (name !== 'snapshot') continue;
    const serials = data.present.map(({ serial }) => serial);
    return (await station.tags({ signal })).filter(({ serial }) => serials.includes(serial));
  }
  return [];
}
