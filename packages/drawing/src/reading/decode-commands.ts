import { decodeBytes, encodingByMark } from './text-encoding.ts';

const encodedPolyline = /(?:^|;)\s{0,4}PE/i;
const otherThanAscii = /[^\0-\x7f]/;

/** The text of a file of commands: they are ASCII, what people wrote between them is UTF-8 or as old programs had it. */
export function decodeCommands(file: string | Uint8Array): string {
  if (typeof file === 'string') return file;
  const encoding = encodingByMark(file);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(file);
  const oldText = () => decodeBytes(file, 'windows-1252');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    // The bytes of an encoded polyline are no letters, though they may look like some.
    return otherThanAscii.test(text) && encodedPolyline.test(text) ? oldText() : text;
  } catch {
    return oldText();
  }
}
