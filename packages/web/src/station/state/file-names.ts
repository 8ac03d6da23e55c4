import { textControls } from '@stationery/contract/text-controls';

/** The station's rules (docs/interface-decisions.md), with which the page suggests valid names. */
export const maxNameBytes = 255;
/** In characters. */
export const maxNicknameLength = 64;

/**
 * Returns text in Unicode normalization form C, like names on the station. Leaves longer text unchanged, because it is
 * invalid anyway and slow to normalise.
 */
export const normalized = (text: string) => (text.length > 3 * maxNameBytes ? text : text.normalize('NFC'));
export const byteLength = (text: string) => new TextEncoder().encode(normalized(text)).length;
export const characterCount = (text: string) => [...text].length;

const forbidden = /[/\\:*?"<>|]+/g;
const reserved = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?= *(?:\.|$))/i;

export function suggestedName(wanted: string, isTaken: (name: string) => boolean): string {
  const allowed = Array.from(normalized(wanted), (letter) => (textControls.test(letter) ? '/' : letter))
    .join('')
    .replace(forbidden, '-')
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
    .replace(reserved, '$& file');
  // Leaves room for a number, as in “song 2.mp3”.
  const name = shortened(allowed === '' ? 'file' : allowed, maxNameBytes - 5);
  return isTaken(name) ? freeName(name, isTaken) : name;
}

/** Shortens before the extension, without splitting a character. */
function shortened(name: string, maxBytes: number): string {
  if (byteLength(name) <= maxBytes) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  const stem = [...name.slice(0, name.length - ending.length)];
  while (byteLength(stem.join('')) > maxBytes - byteLength(ending)) stem.pop();
  return stem.join('').trimEnd() + ending;
}

/** “song.mp3” becomes “song 2.mp3”. */
export function freeName(filename: string, isTaken: (name: string) => boolean): string {
  const dot = filename.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [filename.slice(0, dot), filename.slice(dot)] : [filename, ''];
  for (let number = 2; ; number++) {
    const name = `${stem} ${number}${ending}`;
    if (!isTaken(name)) return name;
  }
}
