/** Whether a name has all of the words, in any order, without regard to case and accents. */
export function matches(name: string, words: string): boolean {
  return finder(words)(searchable(name));
}

/** The same for many: texts that were made `searchable` before. */
export function finder(words: string): (text: string) => boolean {
  const wanted = searchable(words).split(/\s+/u);
  return (text) => wanted.every((word) => text.includes(word));
}

/** No name and title together have more. Normalising takes quadratic time for a long run of combining marks, which may be pasted. */
const maxTextLength = 3 * 255 + 3 * 200;

export const searchable = (text: string) =>
  text
    .slice(0, maxTextLength)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
