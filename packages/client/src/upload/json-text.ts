/** JSON escapes of bytes up to the backslash; empty for bytes that need none. */
const escapes = [...Array(93).keys()].map((code) => {
  const text = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return text[1] && new TextEncoder().encode(text);
});

/** Escapes UTF-8 text for a JSON string, chunk by chunk. */
export async function* jsonText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield escaped(piece);
}

function escaped(bytes: Uint8Array): Uint8Array {
  // Longest escape of a byte: \u001f.
  const text = new Uint8Array(bytes.length * 6);
  let at = 0;
  for (const byte of bytes) {
    const changed = escapes[byte];
    if (changed) {
      text.set(changed, at);
      at += changed.length;
    } else text[at++] = byte;
  }
  return text.slice(0, at);
}
