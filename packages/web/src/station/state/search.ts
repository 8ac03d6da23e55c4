/** Whether a name has all of the words, in any order, without regard to case and accents. */
export function matches(name: string, words: string): boolean {
  const wanted = plain(words).split(/\s+/u);
  const text = plain(name);
  return wanted.every((word) => text.includes(word));
}

/** No name and title together have more. Normalising takes quadratic time for a long run of combining marks, which may be pasted. */
const longestText = 3 * 255 + 3 * 200;

const plain = (text: string) =>
  text
    .slice(0, longestText)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
