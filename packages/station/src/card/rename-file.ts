import { lstat, rename, unlink } from 'node:fs/promises';
import { systemErrorCode } from '@stationery/core';
import type { FileRenameNote } from '../store/file-rename-note.ts';
import type { FilesTable } from '../store/files-table.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey, diskPath } from './card-scan.ts';
import { claimName, claimNameInSteps } from './claim-name.ts';
import { displayName } from './file-name.ts';

/** Gives a file another name that nothing else has. When this resolves, it lasts. */
export async function renameFile(
  folder: CardFolder,
  { from, to }: FileRenameNote,
  { renamesInSteps }: { renamesInSteps: boolean },
): Promise<void> {
  const [before, after] = [diskPath(folder.path, from), diskPath(folder.path, to)];
  const claim = renamesInSteps ? claimNameInSteps : claimName;
  // On FAT another spelling finds the same file, which does not take the name from itself.
  if (await isSameFile(before, after)) await rename(before, after);
  else await claim(before, after);
  await folder.syncRenamed(to);
}

/**
 * Completes what a crash or a pulled card left of a rename: the file has the one name or the other, and its row
 * follows. The look at the folder that comes next finds it by that row, so that its tags keep it. Where no card is in, or the file system has to be repaired first, it is
 * tried again with the next look.
 */
export async function finishFileRename(folder: CardFolder, files: FilesTable): Promise<void> {
  const note = files.renameNotes.read();
  if (note === undefined) return;
  const names = await folder.names();
  const has = { from: names.has(diskKey(note.from)), to: names.has(diskKey(note.to)) };
  if (!has.from && !has.to) return;
  const isRenamed = has.from && has.to ? await leaveOne(folder, note) : has.to;
  if (isRenamed === undefined) return;
  if (isRenamed) files.finishRename(note, displayName(note.to));
  else files.renameNotes.remove();
}

/** Both names are there. Says whether the new one has the content; undefined where nobody can tell. */
async function leaveOne(folder: CardFolder, note: FileRenameNote): Promise<boolean | undefined> {
  const { sizeBytes } = note;
  const [before, after] = [diskPath(folder.path, note.from), diskPath(folder.path, note.to)];
  const facts = await folder.facts([diskKey(note.from), diskKey(note.to)]);
  const [old, now] = [facts.get(diskKey(note.from)), facts.get(diskKey(note.to))];
  if (await isSameFile(before, after)) {
    await unlink(before);
    await folder.sync();
    return true;
  }
  // Only a file that has lost its content, or a name that was made for it, is removed.
  if (sizeBytes > 0 && old?.sizeBytes === sizeBytes && now?.sizeBytes === 0) {
    await unlink(after);
    await folder.sync();
    return false;
  }
  if (sizeBytes > 0 && now?.sizeBytes === sizeBytes && old?.sizeBytes === 0) {
    await unlink(before);
    await folder.sync();
    return true;
  }
  return old?.sizeBytes === sizeBytes && now?.sizeBytes === sizeBytes ? undefined : false;
}

async function isSameFile(one: Buffer, other: Buffer): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })]);
    return a.dev === b.dev && a.ino === b.ino && a.isFile();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
