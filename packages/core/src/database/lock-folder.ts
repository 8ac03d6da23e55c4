import { chownSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { messageOf, systemErrorCode } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';
import { isNotAFile } from './is-not-a-file.ts';

/** Another process has claimed the folder. */
export class FolderInUse extends SettingError {}

/**
 * Claims a data folder for this process. The claim is a lock of the kernel's on a small database, so it ends
 * with the process however that ends. What is in the file means nothing: it may be damaged, or anybody's.
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
    // It only lets a second service name the process that holds the folder.
  }
  for (const made of [path, pidPath]) giveToOwnerOf(folder, made);
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** A file that is not a database is emptied, not replaced: a process that is about to claim it must find the same file. */
function claim(path: string): Sqlite.Database {
  try {
    return claimAsItIs(path);
  } catch (error) {
    if (isBusy(error) || isNotAFile(path)) throw error;
    // No other process holds it, or it would be busy.
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

/** What root makes here, as “sudo stationery doctor” does, must not lock out the service. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(folder);
    if (uid !== 0) chownSync(path, uid, gid);
  } catch {
    // A file system without owners.
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
