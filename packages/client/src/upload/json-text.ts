const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;
const short: Record<number, string> = { 8: 'b', 9: 't', 10: 'n', 12: 'f', 13: 'r' };

/** UTF-8 text as the inside of a JSON string, piece by piece. */
export async function* jsonText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield escaped(piece);
}

function escaped(bytes: Uint8Array): Uint8Array {
  // What a byte can become at most: \u001f.
  const text = new Uint8Array(bytes.length * 6);
  let at = 0;
  for (const byte of bytes) {
    if (byte >= firstPrintable && byte !== quote && byte !== backslash) {
      text[at++] = byte;
      continue;
    }
    const rest =
      byte >= firstPrintable
        ? String.fromCharCode(byte)
        : (short[byte] ?? `u${byte.toString(16).padStart(4, '0')}`);
    text[at++] = backslash;
    for (let index = 0; index < rest.length; index++) text[at++] = rest.charCodeAt(index);
  }
  return text.slice(0, at);
}
