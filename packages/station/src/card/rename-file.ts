import { randomBytes } from 'node:crypto';
import { lstat, rename } from 'node:fs/promises';
import { extname } from 'node:path';
import { AppError, systemErrorCode } from '@stationery/core';
import type { RenameNote } from '../store/file-change-notes.ts';
import type { CardFolder } from './card-folder.ts';
import { diskKey, folderOf } from './card-scan.ts';
import { claimName, claimNameInSteps } from './claim-name.ts';
import { displayName } from './file-name.ts';

const maxKeptEnding = 16;

interface RenameOptions {
  renamesInSteps: boolean;
}

/**
 * Returns a temporary name if both names find the same file (case, FAT short name). It is not hidden, so that
 * the file is listed.
 */
export async function nameInBetween(
  folder: CardFolder,
  { from, to }: Pick<RenameNote, 'from' | 'to'>,
): Promise<Buffer | undefined> {
  if (!(await isSameFile(folder.pathOf(from), folder.pathOf(to)))) return undefined;
  const ending = extname(to.toString());
  const kept = Buffer.byteLength(ending) > maxKeptEnding ? '' : ending;
  return Buffer.from(`renaming-${randomBytes(4).toString('hex')}${kept}`);
}

/** Renames a file. Resolves to the new name as listed by the folder. */
export async function renameFile(
  folder: CardFolder,
  { from, via, to }: RenameNote,
  options: RenameOptions,
): Promise<Buffer> {
  if (via === undefined) await moveTo(folder, from, to, options);
  else {
    await moveTo(folder, from, via, options);
    await moveFromBetween(folder, { from, via, to }, options);
  }
  const spelled = await folder.spelling(to);
  if (spelled === undefined) throw new Error('the card does not list the new name');
  if (spelled.equals(from)) {
    const text = `The card stores this name as “${displayName(from)}”. Choose another name.`;
    throw new AppError('invalid-name', text, { pointer: '/data/attributes/filename' });
  }
  return spelled;
}

/** Moves a file from its temporary name to the new one. Restores the old name on failure. */
export async function moveFromBetween(
  folder: CardFolder,
  { from, via, to }: { from: Buffer; via: Buffer; to: Buffer },
  options: RenameOptions,
): Promise<void> {
  try {
    await moveTo(folder, via, to, options);
  } catch (error) {
    await rename(folder.pathOf(via), folder.pathOf(from)).catch((failure: unknown) => {
      // If the restoring fails too, throw no AppError, so that the note of this rename is kept.
      throw error instanceof AppError ? failure : error;
    });
    throw error;
  }
}

async function moveTo(
  folder: CardFolder,
  from: Buffer,
  to: Buffer,
  { renamesInSteps }: RenameOptions,
): Promise<void> {
  const claim = renamesInSteps ? claimNameInSteps : claimName;
  await claim(folder.pathOf(from), folder.pathOf(to));
  await folder.syncRenamed(to);
  if (folderOf(diskKey(from)) !== folderOf(diskKey(to))) await folder.sync(from);
}

export async function isSameFile(one: Buffer, other: Buffer): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([lstat(one, { bigint: true }), lstat(other, { bigint: true })]);
    return a.dev === b.dev && a.ino === b.ino && a.isFile();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
