import { computed } from '@preact/signals';
import { boardTexts } from '../../texts/board.ts';
import { nameOf } from './device-order.ts';
import { devices } from './store.ts';

export interface NamedCount {
  name: string;
  taps: number;
}

const dayMs = 24 * 3600 * 1000;
const shownDays = 30;

/** The stations that count taps, and what each of them has counted in the last 30 days. */
export const countingStations = computed(() =>
  [...(devices.value?.values() ?? [])].flatMap((device) => {
    const counts = device.state.station?.taps;
    if (counts === undefined) return [];
    const taps = counts.days.reduce((sum, day) => sum + day.taps, 0);
    return [{ name: nameOf(device), counts, taps }];
  }),
);

export const allTaps = computed(() => countingStations.value.reduce((sum, { taps }) => sum + taps, 0));

/** Each of the last 30 days. Stations count in their own time zones, so the last day may be tomorrow here; later ones are wrong. */
export function tapsByDay(nowMs = Date.now()): { date: string; taps: number }[] {
  const sums = new Map<string, number>();
  for (const { counts } of countingStations.value)
    for (const { date, taps } of counts.days) sums.set(date, (sums.get(date) ?? 0) + taps);
  const tomorrow = localDay(nowMs + dayMs);
  const last = sums.has(tomorrow) ? tomorrow : localDay(nowMs);
  return Array.from({ length: shownDays }, (_, at) => {
    const date = isoDay(Date.parse(last) - (shownDays - 1 - at) * dayMs);
    return { date, taps: sums.get(date) ?? 0 };
  });
}

/** A tag has the same name at all stations that carry the same collection. */
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

const mostFirst = <T extends NamedCount>(counts: readonly T[]): T[] =>
  [...counts].sort((one, other) => other.taps - one.taps);

const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const localDay = (atMs: number) => isoDay(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
