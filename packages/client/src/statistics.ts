import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { StationError } from './errors.ts';
import {
  type StationOperations,
  type StationStatisticsOperation,
  type Statistics,
  stationStatisticsPlaces,
} from './generated/station.ts';

export type { Statistics } from './generated/station.ts';

/** Days, for example `2026-06-30`, both included. */
export interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

export interface StationStatistics {
  /** Returns statistics by tag, day and hour; optionally for only one tag. */
  get(options?: CallOptions & DayRange & { tag?: number | undefined }): Promise<Statistics>;
  /** Returns all records as CSV, as a `fetch` response: `.text()` or the stream `.body`. */
  csv(options?: CallOptions & DayRange): Promise<Response>;
  setRecording(recording: boolean, options?: CallOptions): Promise<Statistics>;
  clear(options?: CallOptions): Promise<void>;
}

export function createStationStatistics(options: ClientOptions): StationStatistics {
  const connection = new Connection(stationStatisticsPlaces, options, StationError);
  const call: RawCall<Pick<StationOperations, StationStatisticsOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  return {
    get: async ({ from, to, tag, ...more } = {}) =>
      (await call('getStatistics', { ...more, query: { from, to, tag } })).data.attributes,
    csv: ({ from, to, ...more } = {}) =>
      connection.send('exportStatistics', { ...more, query: { from, to } }),
    setRecording: async (recording, more) => {
      const data = { id: 'statistics', type: 'statistics', attributes: { recording } } as const;
      return (await call('updateStatistics', { ...more, body: { data } })).data.attributes;
    },
    clear: (more) => call('deleteStatistics', more),
  };
}
