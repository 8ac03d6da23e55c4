import type { StationClient, StationEvent } from '@stationery/client';

type Snapshot = Extract<StationEvent, { name: 'snapshot' }>['data'];

/** How the station is now: its event stream begins with that. Undefined when the signal came first. */
export async function stationSnapshot(
  station: StationClient,
  signal: AbortSignal,
): Promise<Snapshot | undefined> {
  for await (const { name, data } of station.events({ signal })) if (name === 'snapshot') return data;
  return undefined;
}
