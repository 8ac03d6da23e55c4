import { rename } from 'node:fs/promises';
import { AppError } from '@stationery/core';
import type { StoredFile } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey, isUnchanged } from './card-scan.ts';

/**
 * Puts a file in the place of another in one step, so that the name always means a whole file. A rename would take
 * the place of whatever has the name now, also of a link or of what somebody has just copied to the card: a look
 * comes right before it.
 */
export async function replaceFile(folder: CardFolder, temporaryPath: string, old: StoredFile): Promise<void> {
  const key = diskKey(old.diskName);
  const now = (await folder.facts([key])).get(key);
  if (now === undefined || !isUnchanged(old, now)) {
    // A card that is out says so here.
    await folder.inspect();
    changedMeanwhile(old);
  }
  await rename(temporaryPath, folder.pathOf(old.diskName));
}

export function changedMeanwhile({ name }: StoredFile): never {
  throw new AppError(
    'file-changed',
    `“${name}” was changed while the new one was sent, and is left as it is now. Look at it, then try again.`,
  );
}
