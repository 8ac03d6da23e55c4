/** Whether a name has all of the words, in any order, without regard to case and accents. */
export function matches(name: string, words: string): boolean {
  const wanted = plain(words).split(/\s+/u);
  const text = plain(name);
  return wanted.every((word) => text.includes(word));
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
