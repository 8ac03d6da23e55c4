/** A language code in lower case: `en`, `pt-br`. */
export const languageCode = /^[a-z]{2,3}(?:-(?:[a-z]{2}|[a-z]{4}|[0-9]{3}))?$/;

/** Splits `lion.de.mp3` and `lion.mp3` into `lion` and `.mp3`. */
export function splitName(filename: string, languages: readonly string[]): { stem: string; ending: string } {
  const ending = /[^/](\.[^./]+)$/.exec(filename)?.[1] ?? '';
  const stem = filename.slice(0, filename.length - ending.length);
  const language = /[^/]\.([^./]+)$/.exec(stem)?.[1];
  const isIn = language !== undefined && languages.includes(language.toLowerCase());
  return { stem: isIn ? stem.slice(0, -language.length - 1) : stem, ending };
}
