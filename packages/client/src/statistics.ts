import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
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

/** Taps and listening times. A separate entry point, because few programs need it. */
export interface StationStatistics {
  /** Statistics by tag, day and hour; optionally of one tag. */
  get(options?: CallOptions & DayRange & { tag?: number | undefined }): Promise<Statistics>;
  /** All records as CSV, as a `fetch` response: `.text()` or the stream `.body`. */
  csv(options?: CallOptions & DayRange): Promise<Response>;
  setRecording(recording: boolean, options?: CallOptions): Promise<Statistics>;
  /** Deletes all records. */
  clear(options?: CallOptions): Promise<void>;
}

export function createStationStatistics(options: ClientOptions): StationStatistics {
  const connection = new Connection(stationStatisticsPlaces, options, StationError);
  const call = <O extends StationStatisticsOperation>(
    operation: O,
    request: object | undefined,
  ): Promise<StationOperations[O]['answer']> => connection.call(operation, request);
  return {
    get: async ({ from, to, tag, ...more } = {}) =>
      (await call('getStatistics', { ...more, query: { from, to, tag } })).data.attributes,
    csv: ({ from, to, ...more } = {}) =>
      connection.send('exportStatistics', { ...more, query: { from, to } }),
    setRecording: async (recording, more) => {
      const type = 'statistics';
      const data = { id: type, type, attributes: { recording } };
      return (await call('updateStatistics', { ...more, body: { data } })).data.attributes;
    },
    clear: (more) => call('deleteStatistics', more),
  };
}
