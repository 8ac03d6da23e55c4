import { computed } from '@preact/signals';
import { locale } from '../texts/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Cached because creating a formatter is slow and a list of files needs thousands. */
const formats = computed(() => {
  const made = units.map((unit, step) =>
    [0, step === 0 ? 0 : 1].map(
      (decimals) =>
        new Intl.NumberFormat(locale.value, {
          style: 'unit',
          unit,
          unitDisplay: step === 0 ? 'long' : 'short',
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }),
    ),
  );
  return (value: number, step: number, decimals: number) => made[step]![decimals]!.format(value);
});

export function formatBytes(bytes: number): string {
  let value = bytes;
  let step = 0;
  // A value that would be shown as 1000 gets the next unit.
  while (Math.round(value) >= 1000 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return formats.value(value, step, step === 0 || value >= 100 ? 0 : 1);
}

export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(Math.round(bytesPerSecond))}/s`;
}

/** “42 s”, “3 min” or “2 h 05 min”, in every language. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Formats minutes and seconds, such as “9:05”. */
export function formatMinutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function formatPercent(part: number): string {
  return `${Math.floor(part * 100)} %`;
}
