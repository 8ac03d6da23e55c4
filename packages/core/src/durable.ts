// Renames and writes that survive a power cut. Imports only Node's own modules, because the launcher needs
// this.
import { closeSync, constants, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Called before each step of a durable change; tests simulate a power cut there. */
export type Step = (name: string) => void;

const noStep: Step = () => undefined;

/** Refuses links, which have no content to sync, and does not block when it opens a pipe. */
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Error codes of file systems that cannot sync a folder; they write it with the file. */
const cannotSyncFolders = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'];

/** Renames a file, durably when it resolves. The content must have been synced before. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncRenamed(to);
}

/**
 * Makes a rename durable. Syncs the file first: on FAT, a rename makes a folder entry of size 0, and only a
 * sync of the file fills in its size and location. Then syncs the folder.
 */
export async function syncRenamed(path: string | Buffer): Promise<void> {
  await syncPath(path).catch(unlessCode(['ELOOP']));
  await syncFolder(Buffer.isBuffer(path) ? folderOf(path) : dirname(path));
}

/** Makes renames and removals in a folder durable. */
export async function syncFolder(path: string | Buffer): Promise<void> {
  await syncPath(path).catch(unlessCode(cannotSyncFolders));
}

async function syncPath(path: string | Buffer): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces the content atomically: after a power cut, either the old or the new content is there. */
export function writeDurablySync(path: string, content: string | Buffer, step = noStep, mode = 0o644): void {
  const temporary = `${path}.new`;
  step('write the new file');
  const handle = openSync(temporary, 'w', mode);
  try {
    writeFileSync(handle, content);
    step('sync the new file');
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameDurablySync(temporary, path, step);
}

export function renameDurablySync(from: string, to: string, step = noStep): void {
  step('rename');
  renameSync(from, to);
  step('sync the renamed file');
  try {
    syncPathSync(to);
  } catch (error) {
    unlessCode(['ELOOP'])(error);
  }
  step('sync the folder');
  syncFolderSync(dirname(to));
}

export function syncFolderSync(path: string): void {
  try {
    syncPathSync(path);
  } catch (error) {
    unlessCode(cannotSyncFolders)(error);
  }
}

export function syncPathSync(path: string): void {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unlessCode(codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  };
}

function folderOf(path: Buffer): Buffer {
  const end = path.lastIndexOf('/');
  return end < 0 ? Buffer.from('.') : path.subarray(0, Math.max(1, end));
}
