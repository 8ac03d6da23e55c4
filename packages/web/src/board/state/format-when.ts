import { computed } from '@preact/signals';
import { locale } from '../../texts/language.ts';

/** Cached because creating a formatter is slow and a list of devices needs many. */
const formats = computed(() => ({
  time: new Intl.DateTimeFormat(locale.value, { hour: 'numeric', minute: '2-digit' }),
  day: new Intl.DateTimeFormat(locale.value, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }),
}));

export function formatWhen(at: string, now = new Date()): string {
  const when = new Date(at);
  if (Number.isNaN(when.getTime())) return at;
  const isToday = when.toDateString() === now.toDateString();
  return formats.value[isToday ? 'time' : 'day'].format(when);
}
