/** Detects the encoding of a text by its byte order mark, or by a `<` at its start. */
export function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return undefined;
}

/** The characters of Windows-1252 from 0x80 to 0x9f. Five of these bytes are undefined. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes a text; throws for unknown encodings. Corrects Windows-1252, which Node 20 decodes as ISO 8859-1,
 * with control characters in place of some letters.
 */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (sign) => windows1252[sign.charCodeAt(0) - 0x80]!);
}
