import { locale } from '../../../texts/language.ts';

/** When something ended: the time today, the date before. */
export function formatEnd(endedAt: string, now: Date): string {
  const end = new Date(endedAt);
  const isToday = end.toDateString() === now.toDateString();
  const isThisYear = end.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(
    locale.value,
    isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) },
  ).format(end);
}
