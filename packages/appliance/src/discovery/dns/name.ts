/** The labels of a domain name, without the root. A list, because service names may contain dots. */
export type Name = readonly string[];

const maxLabelBytes = 63;

/** Returns a key that ignores the case of ASCII letters (RFC 6762, 16). */
export const nameKey = (name: Name): string =>
  name.join('\0').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const sameName = (one: Name, other: Name): boolean => nameKey(one) === nameKey(other);

/** Cuts a text to the length of a label minus `roomBytes`, between two characters. */
export function cutLabel(text: string, roomBytes = 0): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const label = firstBytes(characters, maxLabelBytes - roomBytes);
  // A single grapheme can exceed the limit, so cut it between code points.
  return (label === '' ? firstBytes([...text], maxLabelBytes - roomBytes) : label).trim();
}

function firstBytes(pieces: readonly string[], maxBytes: number): string {
  let bytes = 0;
  const past = pieces.findIndex((piece) => {
    bytes += Buffer.byteLength(piece);
    return bytes > maxBytes;
  });
  return pieces.slice(0, past < 0 ? pieces.length : past).join('');
}
