import type { Statistics } from '@stationery/client/statistics';
import { locale } from '../../../texts/language.ts';
import { statisticsTexts } from '../../../texts/statistics.ts';
import type { ChartBar } from '../../../ui/bar-chart.tsx';
import { formatDuration } from '../../../ui/index.ts';

const dayMs = 24 * 3600 * 1000;
const maxDays = 400;

/** Every day from the first to the last, including those without taps. */
export function daysOf({ from, to, days }: Pick<Statistics, 'from' | 'to' | 'days'>): ChartBar[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const format = new Intl.DateTimeFormat(locale.value, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const last = Date.parse(to);
  const bars: ChartBar[] = [];
  for (let at = Date.parse(from); at <= last && bars.length < maxDays; at += dayMs) {
    const day = known.get(new Date(at).toISOString().slice(0, 10));
    bars.push(barOf(format.format(at), day));
  }
  return bars;
}

/** The hours of a day. */
export function hoursOf({ hours }: Pick<Statistics, 'hours'>): ChartBar[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const found = hours.find((each) => each.hour === hour);
    return barOf(`${hour}:00`, found);
  });
}

function barOf(label: string, counts: { taps: number; listened: number } | undefined): ChartBar {
  const { taps, listened } = counts ?? { taps: 0, listened: 0 };
  return { label, value: taps, text: statisticsTexts.bar(label, taps, formatDuration(listened)) };
}
