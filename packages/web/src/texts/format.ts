import { computed } from '@preact/signals';
import { locale } from './language.ts';

const numbers = computed(() => new Intl.NumberFormat(locale.value));
const plurals = computed(() => new Intl.PluralRules(locale.value));

/** Listed so that they can be created early, because creating one takes a browser as long as rendering a page. */
export const formatters = [numbers, plurals];

/** “12,345” in English, “12.345” in German. */
export function number(value: number): string {
  return numbers.value.format(value);
}

/** Cached because creating formatters is slow. */
const decimals = computed(() =>
  [0, 1, 2, 3].map(
    (digits) =>
      new Intl.NumberFormat(locale.value, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
      }),
  ),
);

/** “12.0” in English, “12,0” in German. */
export function decimal(value: number, digits: 0 | 1 | 2 | 3): string {
  return decimals.value[digits]!.format(value);
}

/** `plural(2, { one: 'file', other: 'files' })` returns “2 files”. */
export function plural(count: number, words: { one: string; other: string }): string {
  return `${number(count)} ${form(count, words)}`;
}

/** Returns the form for a number, for sentences that contain the number in a different place. */
export function form<T>(count: number, forms: { one: T; other: T }): T {
  return plurals.value.select(count) === 'one' ? forms.one : forms.other;
}
