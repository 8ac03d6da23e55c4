/** Finds all words in any order, ignoring case and accents. */
export function matches(name: string, words: string): boolean {
  return finder(words)(searchable(name));
}

/** Like `matches`, for many texts that were prepared with `searchable`. */
export function finder(words: string): (text: string) => boolean {
  const wanted = searchable(words).split(/\s+/u);
  return (text) => wanted.every((word) => text.includes(word));
}

/** More than any name with a title. Normalising many combining marks takes quadratic time. */
const maxTextLength = 3 * 255 + 3 * 200;

export const searchable = (text: string) => plain(text.slice(0, maxTextLength)).toLowerCase().trim();

/** Skips texts in ASCII, which most are and which need no slow normalisation. */
const plain = (text: string) =>
  /\P{ASCII}/u.test(text) ? text.normalize('NFD').replace(/\p{Mn}/gu, '') : text;
