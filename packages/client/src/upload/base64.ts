/** Derives the base64 alphabet from `btoa`, which is shorter than listing it. */
const digits = Uint8Array.from({ length: 64 }, (_, n) => btoa(String.fromCharCode(n << 2)).charCodeAt(0));
const padding = 61;

/** Encodes chunks of any size as base64 in ASCII. Every output chunk but the last has whole groups. */
export async function* base64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
    }
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.slice(whole);
    if (whole > 0) yield encode(bytes.subarray(0, whole));
  }
  if (rest.length > 0) yield encode(rest);
}

function encode(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let from = 0; from < bytes.length; from += 3) {
    const three = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[at++] = digits[three >> 18]!;
    text[at++] = digits[(three >> 12) & 63]!;
    text[at++] = digits[(three >> 6) & 63]!;
    text[at++] = digits[three & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.fill(padding, text.length - missing);
}
