import type { StationClient, StationEvent } from '@stationery/client';

type Snapshot = Extract<StationEvent, { name: 'snapshot' }>['data'];

/** Returns the first event of the stream, the snapshot; undefined if aborted first. */
export async function stationSnapshot(
  station: StationClient,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  for await (const { name, data } of station.events({ signal })) if (name === 'snapshot') return data;
  return undefined;
}
