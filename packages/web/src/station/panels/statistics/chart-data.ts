import type { Statistics } from '@stationery/client/statistics';
import { locale } from '../../../texts/language.ts';

export interface ChartBar {
  label: string;
  value: number;
  seconds: number;
}

const dayMs = 24 * 3600 * 1000;
const mostDays = 400;

/** Every day from the first to the last, also those without taps. */
export function daysOf({ from, to, days }: Pick<Statistics, 'from' | 'to' | 'days'>): ChartBar[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const format = new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const last = Date.parse(to);
  const bars: ChartBar[] = [];
  for (let at = Date.parse(from); at <= last && bars.length < mostDays; at += dayMs) {
    const day = known.get(new Date(at).toISOString().slice(0, 10));
    bars.push({ label: format.format(at), value: day?.taps ?? 0, seconds: day?.listened ?? 0 });
  }
  return bars;
}

/** The hours of a day. */
export function hoursOf({ hours }: Pick<Statistics, 'hours'>): ChartBar[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const found = hours.find((each) => each.hour === hour);
    return { label: `${hour}:00`, value: found?.taps ?? 0, seconds: found?.listened ?? 0 };
  });
}
