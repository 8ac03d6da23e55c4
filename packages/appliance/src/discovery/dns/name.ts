/** A domain name as its labels, without the root. Kept apart because the name of a service may hold dots. */
export type Name = readonly string[];

const longestLabelBytes = 63;

/** Names are the same whatever the case of their ASCII letters (RFC 6762, 16). */
export const nameKey = (name: Name): string =>
  name.join('\0').replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const sameName = (one: Name, other: Name): boolean => nameKey(one) === nameKey(other);

/** As much of a text as a label can hold: 63 bytes of UTF-8, less the room that is needed, cut between characters. */
export function cutLabel(text: string, roomBytes = 0): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const label = firstBytes(characters, longestLabelBytes - roomBytes);
  // One character can be made of any number of signs.
  return (label === '' ? firstBytes([...text], longestLabelBytes - roomBytes) : label).trim();
}

function firstBytes(pieces: readonly string[], mostBytes: number): string {
  let bytes = 0;
  const past = pieces.findIndex((piece) => {
    bytes += Buffer.byteLength(piece);
    return bytes > mostBytes;
  });
  return pieces.slice(0, past < 0 ? pieces.length : past).join('');
}
