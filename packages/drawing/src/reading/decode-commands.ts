import { decodeBytes, encodingByMark } from './text-encoding.ts';

const encodedPolyline = /(?:^|;)\s{0,4}PE/i;
const otherThanAscii = /[^\0-\x7f]/;

/** Decodes machine commands. They are in ASCII, but texts among them are in UTF-8 or Windows-1252. */
export function decodeCommands(file: string | Uint8Array): string {
  if (typeof file === 'string') return file;
  const encoding = encodingByMark(file);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(file);
  const oldText = () => decodeBytes(file, 'windows-1252');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
    // Bytes of an encoded polyline may look like UTF-8.
    return otherThanAscii.test(text) && encodedPolyline.test(text) ? oldText() : text;
  } catch {
    return oldText();
  }
}
