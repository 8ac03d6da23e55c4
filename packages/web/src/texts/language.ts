import { computed, signal } from '@preact/signals';

/** The languages of the pages, in their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** Set by ui/language.ts when the texts are loaded. */
export const spoken = signal<{ language: Language; locale: string }>({ language: 'en', locale: 'en' });

/** The language of the page. Components that read it render again when it changes. */
export const language = computed(() => spoken.value.language);
/** The language with the reader's region, for numbers and dates: en-GB, de-CH. */
export const locale = computed(() => spoken.value.locale);

/** The first supported language of the browser, or English. */
export function languageOf(preferred: readonly string[]): Language {
  return preferred.map(primary).find(isLanguage) ?? 'en';
}

/** How the reader's browser writes numbers in a language. */
export function localeOf(wanted: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => primary(tag) === wanted) ?? wanted;
}

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name);
}

const primary = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
