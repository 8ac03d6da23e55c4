import { type StationEvent, stationEvents } from '@stationery/contract';
import { followStream } from '@stationery/http/testing';
import { expect } from 'vitest';

type Data<N extends StationEvent['name']> = Extract<StationEvent, { name: N }>['data'];

export interface EventLog {
  /** Returns the events of this name, the oldest first. */
  of<N extends StationEvent['name']>(name: N): Data<N>[];
}

/** Reads the event stream until the test ends. Resolves after the first event. */
export async function eventLog(url: string): Promise<EventLog> {
  const { seen } = await followStream(stationEvents, (init) => fetch(`${url}/api/v1/events`, init));
  await expect.poll(() => seen).not.toEqual([]);
  return {
    of: <N extends StationEvent['name']>(name: N) =>
      seen.filter((event) => event.name === name).map(({ data }) => data as Data<N>),
  };
}
