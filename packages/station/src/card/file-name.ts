import { manifestName } from '@stationery/contract/archive';
import { textControls } from '@stationery/contract/text-controls';
import { AppError, normalizedName } from '@stationery/core';

const maxBytes = 255;
/** Fast path: most names are plain ASCII, and a card may have a hundred thousand files. */
const plain = /^[ -~]*$/;
const reserved = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])$/i;

/**
 * Returns the name in Unicode normalization form C. Refuses names that are not valid on every machine a card
 * may move to.
 */
export function checkFileName(text: string, pointer: string): string {
  const name = normalizedName(text);
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw new AppError('invalid-name', fault, { pointer });
}

export const maxFolderDepth = 3;

/** Checks a path such as `Folder/file.mp3` or `file.mp3`. Returns it in Unicode normalization form C. */
export function checkFilePath(text: string, pointer: string): string {
  const folders = text.split('/');
  const name = checkFileName(folders.pop() ?? '', pointer);
  if (folders.length > 0 && nameKey(name) === nameKey(manifestName))
    throw new AppError(
      'invalid-name',
      `A folder with “${name}” is a collection, whose files are not listed. Choose another name.`,
      { pointer },
    );
  return folders.length === 0 ? name : `${checkFolderName(folders.join('/'), pointer)}/${name}`;
}

export function checkFolderName(text: string, pointer: string): string {
  const names = text.split('/', maxFolderDepth + 1);
  if (names.length > maxFolderDepth)
    throw new AppError('invalid-name', `Folders can be nested up to ${maxFolderDepth} deep.`, { pointer });
  const system = names.find((name) => isSystemFolder(name));
  if (system !== undefined)
    throw new AppError(
      'invalid-name',
      `“${system}” is a folder that other systems use. Choose another name.`,
      { pointer },
    );
  return names.map((name) => checkFileName(name, pointer)).join('/');
}

function faultOf(name: string): string | undefined {
  if (name === '') return 'A file needs a name.';
  if (!name.isWellFormed()) return 'The file name is not valid text.';
  if (Buffer.byteLength(name) > maxBytes) {
    return `A file name may have up to ${maxBytes} bytes in UTF-8; this has ${Buffer.byteLength(name)}.`;
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
    return `“${name}” is a name that an interrupted upload or a repair leaves on a card. Choose another name.`;
  return undefined;
}

/** Returns a key that is equal for names that differ only in case, because FAT ignores case. */
export function nameKey(name: string): string {
  if (plain.test(name)) return name.toUpperCase();
  let key = '';
  for (const char of normalizedName(name)) {
    const upper = char.toUpperCase();
    // Fold only letters with a single capital letter, because “ß” and “SS” are different names.
    key += [...upper].length === 1 ? upper : char;
  }
  return key;
}

/** Returns a printable name, because a name on the card may contain any bytes. */
export function displayName(diskName: Buffer): string {
  return normalizedName(diskName.toString('utf8'));
}

/**
 * Whether a file is hidden or left over from an accident. On FAT a temporary file (`.stationery-upload-…`) also
 * has a short name, such as `STATIO~1`, or `ST4F2A~1` if there are many. The short name remains if a power cut
 * loses the long one. fsck creates `FSCK0000.REC` from lost clusters.
 */
export function isUnlisted(name: string): boolean {
  return name.startsWith('.') || isLeftoverName(name);
}

function isLeftoverName(name: string): boolean {
  return /^(?:STATIO~\d|ST[\dA-F]{4}~\d|FSCK\d{4}\.REC)$/i.test(name);
}

export function isSystemFolder(name: string): boolean {
  return /^(?:System Volume Information|\$RECYCLE\.BIN|RECYCLER|LOST\.DIR|lost\+found|FOUND\.\d{3}|__MACOSX)$/i.test(
    name,
  );
}

export function isInFolder(name: string): boolean {
  return name.includes('/');
}
