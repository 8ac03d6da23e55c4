import type { StatisticsTable } from '../store/statistics-table.ts';
import { readDays } from './day-range.ts';

export interface TapCounts {
  days: { date: string; taps: number }[];
  tags: { name: string | null; taps: number }[];
}

const mostTags = 10;
const longestName = 200;

/** The taps of the last 30 days in short, for a view of many stations. Those of the last minute may not be in it yet. */
export function tapCounts(table: StatisticsTable, nowMs: number): TapCounts {
  const { hours } = readDays({}, nowMs);
  return {
    days: table
      .byDay(hours, undefined)
      .filter(({ taps }) => taps > 0)
      .map(({ date, taps }) => ({ date, taps })),
    tags: table
      .byTag(hours)
      .filter(({ taps }) => taps > 0)
      .slice(0, mostTags)
      .map(({ name, serial, taps }) => ({ name: (name ?? serial)?.slice(0, longestName) ?? null, taps })),
  };
}
