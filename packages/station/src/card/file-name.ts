import { textControls } from '@stationery/contract/text-controls';
import { AppError, normalizedName } from '@stationery/core';
import { isLeftoverName } from './unlisted-name.ts';

const longestBytes = 255;
/** Most names are, and a full card has a hundred thousand. */
const plain = /^[ -~]*$/;
const reserved = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])$/i;

/**
 * The name as it is written to the card, in NFC, or a refusal. A card is FAT and travels between machines,
 * so a name must be good on all of them.
 */
export function checkFileName(text: string, pointer: string): string {
  const name = normalizedName(text);
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new AppError('invalid-name', fault, { pointer });
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'A file needs a name.';
  if (!name.isWellFormed()) return 'The file name is not valid text.';
  if (Buffer.byteLength(name) > longestBytes) {
    return `A file name may have ${longestBytes} bytes in UTF-8; this has ${Buffer.byteLength(name)}.`;
  }
  const forbidden = /[/\\:*?"<>|]/.exec(name)?.[0];
  if (forbidden !== undefined) return `A file name cannot contain “${forbidden}”.`;
  if (textControls.test(name))
    return 'A file name cannot contain control characters, line separators or direction marks.';
  if (name.startsWith('.')) return 'A file name cannot begin with a dot.';
  if (name.endsWith('.')) return 'A file name cannot end with a dot.';
  if (name.startsWith(' ') || name.endsWith(' ')) return 'A file name cannot begin or end with a space.';
  const stem = name.split('.')[0]?.trimEnd() ?? '';
  if (reserved.test(stem)) return `“${stem}” is reserved by some systems and cannot be a file name.`;
  if (isLeftoverName(name))
    return `“${name}” is what an interrupted upload or a repair leaves on a card. Choose another name.`;
  return undefined;
}

/** Two names with the same key are the same name: on FAT, case does not tell files apart. */
export function nameKey(name: string): string {
  if (plain.test(name)) return name.toUpperCase();
  let key = '';
  for (const char of normalizedName(name)) {
    const upper = char.toUpperCase();
    // “ß” and “SS” are two names: only letters that have one capital are folded.
    key += [...upper].length === 1 ? upper : char;
  }
  return key;
}

/** Files that people put on the card can have any name at all; this is how it is shown. */
export function displayName(diskName: Buffer): string {
  return normalizedName(diskName.toString('utf8'));
}
