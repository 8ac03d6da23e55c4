/** Finds all words in any order, ignoring case and accents. */
export function matches(name: string, words: string): boolean {
  return finder(words)(searchable(name));
}

/** Like `matches`, for many texts that were prepared with `searchable`. */
export function finder(words: string): (text: string) => boolean {
  const wanted = searchable(words).split(/\s+/u);
  return (text) => wanted.every((word) => text.includes(word));
}

/**
 * Longer than any name with a title. The length is limited because normalising many combining marks takes quadratic
 * time.
 */
const maxTextLength = 3 * 255 + 3 * 200;

export const searchable = (text: string) => plain(text.slice(0, maxTextLength)).toLowerCase().trim();

/** Returns the text without accents. Most texts are ASCII and skip the normalisation, which is slow. */
const plain = (text: string) =>
  /\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text;
