import { lstat, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, systemErrorCode } from '@stationery/core';
import type { FilesTable, PendingRename } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey } from './card-scan.ts';

export const notWritableCodes = ['EROFS', 'EACCES', 'EPERM'];

/**
 * Runs a change that a power cut or a removed card could leave half done, and keeps a record of it. Deletes the
 * record only if the change succeeded, or was refused before it started.
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
 * Completes multi-step renames after a power cut. By then a repair (`fsck.vfat -a`) has given the
 * content to one of the two names and emptied the other. Returns the temporary files to keep.
 */
export async function finishPendingRenames(folder: CardFolder, files: FilesTable): Promise<Set<string>> {
  const staying = new Set<string>();
  for (const note of files.pendingRenames()) {
    const outcome = await finishOne(folder, note).catch((error: unknown) => {
      // Keep the note of a read-only card, so that the rename is completed once the card is writable.
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
  // A replaced file must have at least one of its names, so this is a different card.
  if (!isNew && found.size === 0) return 'not here';
  if (found.get(key)?.sizeBytes === 0 && sizeBytes > 0) {
    if (isNew) {
      await unlink(path);
      await folder.sync(diskName);
    } else if (isWhole(temporaryKey)) {
      await rename(join(folder.path, temporaryName), path);
      await folder.syncRenamed(diskName);
    }
    return 'finished';
  }
  // If both names are whole, there was no repair yet. They share the content, and removing one would lose it.
  return isWhole(key) && isWhole(temporaryKey) && sizeBytes > 0 ? 'stays' : 'finished';
}
