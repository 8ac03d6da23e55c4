import { computed } from '@preact/signals';
import { locale } from './language.ts';

/** Separate from `format.ts`, because the first load of a page has no number fields. */

const inputNumbers = computed(
  () => new Intl.NumberFormat(locale.value, { useGrouping: false, maximumFractionDigits: 4 }),
);

/** “1234.5” in English, “1234,5” in German. */
export function numberText(value: number): string {
  return inputNumbers.value.format(value);
}

/** Accepts a point or a comma in any language. NaN for other texts. */
export function readNumber(text: string): number {
  const written = text.trim().replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(written) ? Number(written) : Number.NaN;
}
