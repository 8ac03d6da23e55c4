import { rename } from 'node:fs/promises';
import { AppError } from '@stationery/core';
import type { StoredFile } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey, isUnchanged } from './card-scan.ts';

/**
 * Replaces a file by a rename. Checks the old file first, because the rename would also replace a link or a new file.
 */
export async function replaceFile(folder: CardFolder, temporaryPath: string, old: StoredFile): Promise<void> {
  const key = diskKey(old.diskName);
  const now = (await folder.facts([key])).get(key);
  if (now === undefined || !isUnchanged(old, now)) {
    // `inspect` throws a different error if the card is out.
    await folder.inspect();
    changedMeanwhile(old);
  }
  await rename(temporaryPath, folder.pathOf(old.diskName));
}

export function changedMeanwhile({ name }: StoredFile): never {
  throw new AppError(
    'file-changed',
    `“${name}” was changed while its replacement was uploaded, so it was not replaced. Check the file, then try again.`,
  );
}
