import { effect, signal } from '@preact/signals';
import type { Catalogue } from '../texts/catalogue.ts';
import { isLanguage, type Language, language, languageOf, localeOf, spoken } from '../texts/language.ts';
import { sharedTexts } from '../texts/shared.ts';
import { loadText, saveText } from './storage.ts';
import { dropPlainToasts, showToast } from './toast.tsx';

const storageKey = 'stationery.language';

/** While undefined, the browser's languages apply. */
const chosen = signal<Language | undefined>(undefined);

export function chooseLanguage(wanted: Language): void {
  saveText(storageKey, wanted);
  chosen.value = wanted;
}

export function showLanguage(wanted: Language): void {
  chosen.value = wanted;
}

export function suggestLanguage(wanted: Language | undefined): void {
  if (wanted !== undefined && chosen.peek() === undefined) chosen.value = wanted;
}

/** Resolves when the page has its first language. Keeps a language if the next cannot be loaded. */
export async function followLanguage(catalogues: readonly Catalogue[]): Promise<void> {
  const stored = loadText(storageKey);
  if (isLanguage(stored)) chosen.value = stored;
  effect(() => {
    document.documentElement.lang = language.value;
  });
  const switchTo = async (wanted: Language) => {
    await Promise.all(catalogues.map(({ load }) => load(wanted)));
    // Stops if the user has chosen a different language in the meantime.
    if ((chosen.peek() ?? wanted) !== wanted) return;
    if (wanted !== language.peek()) dropPlainToasts();
    spoken.value = { language: wanted, locale: localeOf(wanted, navigator.languages) };
  };
  await switchTo(chosen.value ?? languageOf(navigator.languages)).catch(() => {
    chosen.value = undefined;
  });
  chosen.subscribe((wanted) => {
    if (wanted === undefined) return;
    switchTo(wanted).catch(() => {
      chosen.value = undefined;
      showToast({ tone: 'danger', message: sharedTexts.language.failed });
    });
  });
}
