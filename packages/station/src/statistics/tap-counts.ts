import { type HourRange, readDays } from '@stationery/core';
import type { StatisticsTable } from '../store/statistics-table.ts';

export interface TapCounts {
  days: { date: string; taps: number }[];
  tags: { name: string | null; taps: number }[];
}

const maxTags = 10;
const maxName = 200;

/** Returns the counts of the last 30 days for the fleet board. The last minute may be missing. */
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
      .map((tag) => ({ name: objectName(tag), taps: tag.taps })),
  };
}

export interface TapHour {
  /** Counted since 1970. */
  hour: number;
  /** Null for all unknown tags together. */
  object: string | null;
  taps: number;
  /** Seconds. */
  listened: number;
}

/** Returns the counts by hour and object. Objects with the same name are counted together. */
export function tapHours(table: StatisticsTable, range: HourRange, most: number): TapHour[] {
  const found = new Map<string, TapHour>();
  for (const { hour, listenedMs, taps, ...tag } of table.byTagAndHour(range, most)) {
    const object = objectName(tag);
    const key = JSON.stringify([hour, object]);
    const before = found.get(key) ?? { hour, object, taps: 0, listened: 0 };
    const listened = before.listened + Math.round(listenedMs / 1000);
    found.set(key, { hour, object, taps: before.taps + taps, listened });
  }
  return [...found.values()];
}

/** Returns the name of an object, or null for unknown tags, whose serials may belong to cards of visitors. */
const objectName = ({ name, serial }: { name: string | null; serial: string | null }) =>
  (name ?? serial)?.slice(0, maxName) ?? null;
