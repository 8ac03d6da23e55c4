import { computed } from '@preact/signals';
import type { BoardDevice } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { nameOf } from './device-order.ts';
import { devices } from './store.ts';

export interface NamedCount {
  name: string;
  taps: number;
}

type TapCounts = NonNullable<NonNullable<BoardDevice['state']['station']>['taps']>;

const dayMs = 24 * 3600 * 1000;
const shownDays = 30;

export const countingStations = computed(() => {
  const counting = [...(devices.value?.values() ?? [])].flatMap((device) => {
    const counts = device.state.station?.taps;
    return counts === undefined ? [] : [{ name: nameOf(device), counts }];
  });
  const shown = new Set(shownDates(counting, Date.now()));
  return counting.map((station) => ({ ...station, taps: countOn(shown, station) }));
});

export const allTaps = computed(() => countingStations.value.reduce((sum, { taps }) => sum + taps, 0));

export function tapsByDay(nowMs = Date.now()): { date: string; taps: number }[] {
  const stations = countingStations.value;
  return shownDates(stations, nowMs).map((date) => ({
    date,
    taps: stations.reduce((sum, station) => sum + countOn(new Set([date]), station), 0),
  }));
}

interface Counting {
  counts: TapCounts;
}

const countOn = (dates: ReadonlySet<string>, { counts }: Counting): number =>
  counts.days.reduce((sum, { date, taps }) => (dates.has(date) ? sum + taps : sum), 0);

/** Stations count days in their own time zones, so the last day may be tomorrow. Later dates are wrong. */
function shownDates(stations: readonly Counting[], nowMs: number): string[] {
  const tomorrow = localDay(nowMs + dayMs);
  const isTomorrow = stations.some(({ counts }) => counts.days.some(({ date }) => date === tomorrow));
  const last = isTomorrow ? tomorrow : localDay(nowMs);
  return Array.from({ length: shownDays }, (_, at) =>
    isoDay(Date.parse(last) - (shownDays - 1 - at) * dayMs),
  );
}

/** Adds up the taps by name, because a tag has the same name at all stations with the same collection. */
export function tapsByTag(): NamedCount[] {
  const sums = new Map<string, number>();
  for (const { counts } of countingStations.value) {
    for (const { name, taps } of counts.tags) {
      const shown = name ?? boardTexts.taps.unknown;
      sums.set(shown, (sums.get(shown) ?? 0) + taps);
    }
  }
  return mostFirst([...sums].map(([name, taps]) => ({ name, taps })));
}

export const tapsByStation = (): NamedCount[] => mostFirst(countingStations.value);

const mostFirst = (counts: readonly NamedCount[]): NamedCount[] =>
  [...counts].sort((one, other) => other.taps - one.taps);

const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const localDay = (atMs: number) => isoDay(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
