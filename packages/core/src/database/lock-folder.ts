import { chownSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { messageOf, systemErrorCode } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';

export function isNotAFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    // The path is a loop of symbolic links.
    return true;
  }
}

export class FolderInUse extends SettingError {}

/**
 * Locks the folder with a small database, because the kernel releases its lock when the process ends, even
 * after a crash.
 */
export function lockFolder(folder: string, owner: string): () => void {
  const path = join(folder, 'lock.db');
  const pidPath = join(folder, 'lock.pid');
  let lock: Sqlite.Database;
  try {
    lock = claim(path);
  } catch (error) {
    if (isBusy(error))
      throw new FolderInUse(
        `another ${owner} is running on the data folder ${folder} (process ${readPid(pidPath)}); stop it, or choose another folder`,
      );
    const other = [path, `${path}-journal`].find(isNotAFile);
    throw new SettingError(
      other === undefined
        ? `the data folder ${folder} cannot be used (${messageOf(error)}): look whether this user may read and write everything in it`
        : `${other} is not a file; move it away, or run “stationery doctor --repair”`,
    );
  }
  try {
    writeFileSync(pidPath, `${process.pid}\n`);
  } catch {
    // Only used in the error message of a second service.
  }
  for (const made of [path, pidPath]) giveToOwnerOf(folder, made);
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** Never replaces the lock file: a process that is about to lock it must lock the same file. */
function claim(path: string): Sqlite.Database {
  try {
    return claimAsItIs(path);
  } catch (error) {
    if (isBusy(error) || isNotAFile(path)) throw error;
    // No other process holds the lock, otherwise the file would be busy.
    truncateSync(path);
    return claimAsItIs(path);
  }
}

function claimAsItIs(path: string): Sqlite.Database {
  const lock = new Sqlite(path);
  try {
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE;');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return systemErrorCode(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/**
 * Gives a new file to the folder's owner. Otherwise a file that root created, for example with `sudo stationery
 * doctor`, would lock out the service.
 */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) chownSync(path, uid, gid);
  } catch {
    // The file system has no owners.
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
