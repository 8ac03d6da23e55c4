import { AppError } from '../errors.ts';

/** Hours since 1970, including `last`. */
export interface HourRange {
  first: number;
  last: number;
}

const defaultDays = 30;
const maxDays = 3_660;
const hourMs = 3_600_000;

export interface DayRange {
  from: string;
  to: string;
  hours: HourRange;
}

/** Reads days in the time zone of this machine. */
export function readDays(wanted: { from?: string; to?: string }, nowMs: number): DayRange {
  const last = wanted.to === undefined ? new Date(nowMs) : readDay(wanted.to, 'to');
  const defaultFirst = new Date(last.getFullYear(), last.getMonth(), last.getDate() - (defaultDays - 1));
  const first = wanted.from === undefined ? defaultFirst : readDay(wanted.from, 'from');
  const range = { from: dayOf(first), to: dayOf(last), hours: { first: hourOf(first), last: endOf(last) } };
  if (range.hours.first > range.hours.last) refuse('“from” is after “to”.', 'from');
  if (range.hours.last - range.hours.first > maxDays * 24)
    refuse(`At most ${maxDays} days can be shown at once.`, 'from');
  return range;
}

/** Reads a range of days for exports. Defaults to all data. */
export function readHours({ from, to }: { from?: string; to?: string }): HourRange {
  return {
    first: from === undefined ? 0 : hourOf(readDay(from, 'from')),
    last: to === undefined ? Number.MAX_SAFE_INTEGER : endOf(readDay(to, 'to')),
  };
}

function readDay(text: string, parameter: string): Date {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const date = new Date(year ?? Number.NaN, (month ?? 0) - 1, day ?? 0);
  if (dayOf(date) !== text)
    refuse(`“${text.slice(0, 20)}” is not a date. Write it like 2026-06-30.`, parameter);
  return date;
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const hourOf = (date: Date) => Math.ceil(date.getTime() / hourMs);

function endOf(date: Date): number {
  const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  return hourOf(next) - 1;
}

function refuse(message: string, parameter: string): never {
  throw new AppError('invalid-parameter', message, { parameter });
}
