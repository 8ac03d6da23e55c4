import { computed, signal } from '@preact/signals';

/** Each name is in its own language. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** Set by ui/language.ts when the texts of a language are loaded. */
export const spoken = signal<{ language: Language; locale: string }>({ language: 'en', locale: 'en' });

/** Components that read this are rendered again when it changes. */
export const language = computed(() => spoken.value.language);
/** The language with the user's region, such as en-GB or de-CH, for numbers and dates. */
export const locale = computed(() => spoken.value.locale);

export function languageOf(preferred: readonly string[]): Language {
  return preferred.map(primary).find(isLanguage) ?? 'en';
}

export function localeOf(wanted: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => primary(tag) === wanted) ?? wanted;
}

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && Object.hasOwn(languages, name);
}

const primary = (tag: string) => tag.split('-', 1)[0]!.toLowerCase();
