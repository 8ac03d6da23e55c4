import { existsSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { renameDurablySync, syncPathSync } from '../durable.ts';
import { messageOf } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';
import { type Copy, CopyFiles } from './copy-files.ts';
import type { DataSpec } from './data-spec.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './database-copies.ts';
import { findDamage, isOlderThan, reasonOf } from './find-damage.ts';
import { FolderInUse, giveToOwnerOf, isNotAFile, lockFolder } from './lock-folder.ts';
import { type RestoredTable, rebuildDatabase } from './rebuild-database.ts';

export interface Repair {
  /** New names of the damaged files. */
  aside: string[];
  tables: RestoredTable[];
  /** The time at which the restored copy was written; undefined if no rows came from a copy. */
  copyOf: string | undefined;
}

export interface DataState {
  path: string;
  state: 'none' | 'well' | 'in use' | 'damaged' | 'newer';
  reason?: string;
  /** When the copy that the database can be restored from was written. */
  copyOf?: string;
}

/** Reports the state of the database and changes nothing. */
export function examineDatabase(folder: string, spec: DataSpec): DataState {
  const path = databasePath(folder, spec);
  const copy = new CopyFiles(folder, spec.owner).newest();
  const copyOf = copy === undefined ? {} : { copyOf: copy.writtenAt };
  const [other] = brokenOthers(folder, spec);
  if (other !== undefined) return { path: other, state: 'damaged', reason: 'it is not a file', ...copyOf };
  if (copy === undefined && !isThere(path)) return { path, state: 'none' };
  let unlock: () => void;
  try {
    unlock = lockFolder(folder, spec.owner);
  } catch (error) {
    // “In use” needs no explanation; other reasons are given in full.
    return { path, state: 'in use', ...(error instanceof FolderInUse ? {} : { reason: messageOf(error) }) };
  }
  try {
    return { path, ...judge(path, spec, copy), ...copyOf };
  } finally {
    unlock();
  }
}

/** Returns undefined if there was nothing to repair. Renames damaged files, never removes them. */
export function repairDatabase(folder: string, spec: DataSpec): Repair | undefined {
  const path = databasePath(folder, spec);
  const aside = brokenOthers(folder, spec).map(moveAside);
  const copies = new CopyFiles(folder, spec.owner);
  const copy = copies.newest();
  const onlyOthers = aside.length === 0 ? undefined : { aside, tables: [], copyOf: undefined };
  if (copy === undefined && !isThere(path)) return onlyOthers;
  const unlock = lockFolder(folder, spec.owner);
  try {
    const { state } = judge(path, spec, copy);
    if (state === 'newer' || (copy?.schema ?? 0) > spec.migrations.length) {
      throw new SettingError(`the data folder ${folder} was written by a newer version; update this one`);
    }
    if (state === 'well') return onlyOthers;
    const repaired = `${path}.repaired`;
    for (const end of ['', '-wal', '-shm']) rmSync(`${repaired}${end}`, { force: true, recursive: true });
    const tables = rebuildDatabase(path, repaired, spec, copy);
    syncPathSync(repaired);
    giveToOwnerOf(folder, repaired);
    if (isThere(path)) aside.push(nameAside(path));
    // Moves the old log away, because the new database would take it for its own.
    for (const end of ['-wal', '-shm']) if (isThere(`${path}${end}`)) aside.push(moveAside(`${path}${end}`));
    renameDurablySync(repaired, path);
    return { aside, tables, copyOf: copy?.writtenAt };
  } finally {
    unlock();
  }
}

function judge(path: string, spec: DataSpec, copy: Copy | undefined): Pick<DataState, 'state' | 'reason'> {
  for (const end of ['', '-wal', '-shm']) {
    if (isNotAFile(`${path}${end}`)) return { state: 'damaged', reason: `${path}${end} is not a file` };
  }
  if (!existsSync(path)) return { state: 'damaged', reason: 'it is missing' };
  let database: Database | undefined;
  try {
    database = new Sqlite(path);
    if (schemaVersion(database) > spec.migrations.length) return { state: 'newer' };
    const reason =
      findDamage(database, path, spec) ??
      (isOlderThan(database, copy) ? 'it has lost changes that its copy has' : undefined);
    return reason === undefined ? { state: 'well' } : { state: 'damaged', reason };
  } catch (error) {
    return { state: 'damaged', reason: reasonOf(error) };
  } finally {
    database?.close();
  }
}

/**
 * Gives a file a second name by a hard link, so that the first name always exists. Moves anything else, such as
 * a folder.
 */
function nameAside(path: string): string {
  if (isNotAFile(path)) return moveAside(path);
  const aside = freeName(path);
  try {
    linkSync(path, aside);
    return aside;
  } catch {
    // The file system has no hard links.
    return moveAside(path);
  }
}

function moveAside(path: string): string {
  const aside = freeName(path);
  renameSync(path, aside);
  return aside;
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const aside = `${path}.damaged-${number}`;
    if (!isThere(aside)) return aside;
  }
}

/** Returns the paths of recreatable files where something else exists, such as a folder. */
function brokenOthers(folder: string, { others = [] }: DataSpec): string[] {
  const names = ['lock.db', 'lock.db-journal', ...others];
  return names.map((name) => join(folder, name)).filter(isNotAFile);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function databasePath(folder: string, { owner }: DataSpec): string {
  return join(folder, `${owner}.db`);
}
