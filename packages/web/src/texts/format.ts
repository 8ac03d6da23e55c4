import { computed } from '@preact/signals';
import { locale } from './language.ts';

/** Numbers and plurals in the language of the page. */

const numbers = computed(() => new Intl.NumberFormat(locale.value));
const plurals = computed(() => new Intl.PluralRules(locale.value));

/** “12,345” in English, “12.345” in German. */
export function number(value: number): string {
  return numbers.value.format(value);
}

/** One per number of digits, because creating them is slow. */
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

/** A measured value with a fixed number of decimals: “12.0” in English, “12,0” in German. */
export function decimal(value: number, digits: 0 | 1 | 2 | 3): string {
  return decimals.value[digits]!.format(value);
}

/** `plural(2, { one: 'file', other: 'files' })`: “2 files”. */
export function plural(count: number, words: { one: string; other: string }): string {
  return `${number(count)} ${form(count, words)}`;
}

/** The plural form alone, if the number is elsewhere in the sentence. */
export function form<T>(count: number, forms: { one: T; other: T }): T {
  return plurals.value.select(count) === 'one' ? forms.one : forms.other;
}
