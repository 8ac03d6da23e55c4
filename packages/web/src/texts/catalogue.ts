import { type Language, language } from './language.ts';

type Texts = { readonly [key: string]: unknown };

export interface Catalogue<T = unknown> {
  /** Looks up each text at access, so a part such as `stationTexts.files` can be kept in a constant. */
  readonly texts: T;
  /** Loads the texts of a language. English is part of the page. */
  load(wanted: Language): Promise<void>;
}

/** Bundles English. Other languages are loaded when they are used. */
export function catalogue<T extends object>(
  english: T,
  others: Record<Exclude<Language, 'en'>, () => Promise<T>>,
): Catalogue<T> {
  const loaded = new Map<Language, T>([['en', english]]);
  return {
    texts: live(english as Texts, () => (loaded.get(language.value) ?? english) as Texts) as T,
    async load(wanted) {
      if (wanted !== 'en' && !loaded.has(wanted)) loaded.set(wanted, await others[wanted]());
    },
  };
}

/** Contains all languages, loaded with the part of the page that shows them. */
export function bundledTexts<T extends object>(all: Record<Language, T>): T {
  return live(all.en as Texts, () => all[language.value] as Texts) as T;
}

/** Looks up every text when it is read. */
function live(shape: Texts, read: () => Texts): Texts {
  const result = {};
  for (const [key, value] of Object.entries(shape)) {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    const readKey = () => read()[key];
    Object.defineProperty(
      result,
      key,
      isGroup
        ? { enumerable: true, value: live(value as Texts, readKey as () => Texts) }
        : { enumerable: true, get: readKey },
    );
  }
  return result;
}
