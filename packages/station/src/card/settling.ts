import { lstat, rename, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FilesTable } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey, diskPath } from './card-scan.ts';

/** Remembers what is being done to a file where a power cut could leave it half done. */
export async function settling<T>(
  files: FilesTable,
  how: { renamesInSteps: boolean; temporaryPath: string; diskName: Buffer; isNew: boolean },
  settle: () => Promise<T>,
): Promise<T> {
  const { renamesInSteps, temporaryPath, diskName, isNew } = how;
  if (!renamesInSteps) return settle();
  const { size: sizeBytes } = await lstat(temporaryPath);
  files.beginSettling({ diskName, temporaryName: basename(temporaryPath), sizeBytes, isNew });
  try {
    return await settle();
  } finally {
    if (files.settling() !== undefined) files.endSettling();
  }
}

/**
 * Puts right what a power cut left of a rename that takes several steps. By then a repair of the file system
 * (`fsck.vfat -a`) has given the content to one of the two names and made the other one empty. Gives the name of a
 * temporary file that must stay.
 */
export async function finishSettling(folder: CardFolder, files: FilesTable): Promise<string | undefined> {
  const settling = files.settling();
  if (settling === undefined) return undefined;
  const { diskName, temporaryName, sizeBytes, isNew } = settling;
  const [key, temporaryKey] = [diskKey(diskName), diskKey(Buffer.from(temporaryName))];
  const found = await folder.facts([key, temporaryKey]);
  const path = diskPath(folder.path, diskName);
  const isWhole = (name: string) => found.get(name)?.sizeBytes === sizeBytes;
  let stays: string | undefined;
  if (found.get(key)?.sizeBytes === 0 && sizeBytes > 0) {
    if (isNew) {
      // Nobody was told that this file is there.
      await unlink(path);
      await folder.sync();
    } else if (isWhole(temporaryKey)) {
      await rename(join(folder.path, temporaryName), path);
      await folder.syncRenamed(diskName);
    }
  } else if (isWhole(key) && isWhole(temporaryKey) && sizeBytes > 0) {
    // Without a repair both names mean the same content, and removing one would take it from the other.
    stays = temporaryName;
  }
  if (stays === undefined) files.endSettling();
  return stays;
}
