import { lstat, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, systemErrorCode } from '@stationery/core';
import type { FilesTable, PendingRename } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey } from './card-scan.ts';

/** What a card that cannot be written says. */
export const notWritableCodes = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Remembers what is being done to a file where a power cut could leave it half done. A card that is pulled out does the
 * same: what failed is only forgotten where it was refused before anything was done.
 */
export async function withPendingRename<T>(
  files: FilesTable,
  how: { renamesInSteps: boolean; temporaryPath: string; diskName: Buffer; isNew: boolean },
  settle: () => Promise<T>,
): Promise<T> {
  const { renamesInSteps, temporaryPath, diskName, isNew } = how;
  if (!renamesInSteps) return settle();
  const { size: sizeBytes } = await lstat(temporaryPath);
  const note: PendingRename = { diskName, temporaryName: basename(temporaryPath), sizeBytes, isNew };
  files.addPendingRename(note);
  try {
    const settled = await settle();
    files.removePendingRename(note);
    return settled;
  } catch (error) {
    if (error instanceof AppError) files.removePendingRename(note);
    throw error;
  }
}

/**
 * Puts right what a power cut left of renames that take several steps. By then a repair of the file system
 * (`fsck.vfat -a`) has given the content to one of the two names and made the other one empty. Gives the names of
 * temporary files that must stay.
 */
export async function finishPendingRenames(folder: CardFolder, files: FilesTable): Promise<Set<string>> {
  const staying = new Set<string>();
  for (const note of files.pendingRenames()) {
    const outcome = await finishOne(folder, note).catch((error: unknown) => {
      // It can be read all the same, and be put right when it can be written.
      if (notWritableCodes.includes(systemErrorCode(error) ?? '')) return 'stays' as const;
      throw error;
    });
    if (outcome === 'finished') files.removePendingRename(note);
    if (outcome === 'stays') staying.add(note.temporaryName);
  }
  return staying;
}

async function finishOne(
  folder: CardFolder,
  note: PendingRename,
): Promise<'finished' | 'stays' | 'not here'> {
  const { diskName, temporaryName, sizeBytes, isNew } = note;
  const [key, temporaryKey] = [diskKey(diskName), diskKey(Buffer.from(temporaryName))];
  const found = await folder.facts([key, temporaryKey]);
  const path = folder.pathOf(diskName);
  const isWhole = (name: string) => found.get(name)?.sizeBytes === sizeBytes;
  // The file was there before, so this is another card.
  if (!isNew && found.size === 0) return 'not here';
  if (found.get(key)?.sizeBytes === 0 && sizeBytes > 0) {
    if (isNew) {
      // This file was never reported to a client.
      await unlink(path);
      await folder.sync();
    } else if (isWhole(temporaryKey)) {
      await rename(join(folder.path, temporaryName), path);
      await folder.syncRenamed(diskName);
    }
    return 'finished';
  }
  // Without a repair both names mean the same content, and removing one would take it from the other.
  return isWhole(key) && isWhole(temporaryKey) && sizeBytes > 0 ? 'stays' : 'finished';
}
