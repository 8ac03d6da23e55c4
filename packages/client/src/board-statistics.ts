import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { BoardError } from './errors.ts';
import { type BoardOperations, boardStatisticsPlaces } from './generated/board.ts';
import type { DayRange } from './statistics.ts';

export type FleetStatistics = BoardOperations['getFleetStatistics']['answer'];

export interface BoardStatistics {
  /** Returns statistics by object, station, day and hour; by default for the last 30 days. */
  get(options?: CallOptions & DayRange): Promise<FleetStatistics>;
  /** Returns the statistics as CSV, as a `fetch` response: `.text()` or the stream `.body`. */
  csv(options?: CallOptions & DayRange): Promise<Response>;
}

export function createBoardStatistics(options: ClientOptions): BoardStatistics {
  const connection = new Connection(boardStatisticsPlaces, options, BoardError);
  return {
    get: ({ from, to, ...more } = {}) =>
      connection.call('getFleetStatistics', { ...more, query: { from, to } }),
    csv: ({ from, to, ...more } = {}) =>
      connection.send('exportFleetStatistics', { ...more, query: { from, to } }),
  };
}
