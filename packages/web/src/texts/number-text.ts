import { computed } from '@preact/signals';
import { locale } from './language.ts';

/** Numbers in fields. Separate from `format.ts`, because the first load of a page has no such fields. */

const inputNumbers = computed(
  () => new Intl.NumberFormat(locale.value, { useGrouping: false, maximumFractionDigits: 4 }),
);

/** Returns the text of a number field, such as “1234.5” in English or “1234,5” in German. */
export function numberText(value: number): string {
  return inputNumbers.value.format(value);
}

/** Parses a number with a decimal point or comma, in any language. Returns NaN for other texts. */
export function readNumber(text: string): number {
  const written = text.trim().replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(written) ? Number(written) : Number.NaN;
}
