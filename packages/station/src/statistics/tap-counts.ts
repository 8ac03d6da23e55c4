import type { StatisticsTable } from '../store/statistics-table.ts';
import { readDays } from './day-range.ts';

export interface TapCounts {
  days: { date: string; taps: number }[];
  tags: { name: string | null; taps: number }[];
}

const maxTags = 10;
const maxName = 200;

/** Summarises the taps of the last 30 days for the fleet board. May lack the last minute. */
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
      .slice(0, maxTags)
      .map(({ name, serial, taps }) => ({ name: (name ?? serial)?.slice(0, maxName) ?? null, taps })),
  };
}
