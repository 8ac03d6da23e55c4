import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { SettingError } from '../settings/setting.ts';
import { columnsOf } from './copy-keeper.ts';
import { copyNumberOf, setCopyNumber } from './copy-number.ts';
import type { DataSpec } from './data-spec.ts';
import { schemaVersion, syncPath } from './database-copies.ts';
import { damageOf, findDamage, isOlderThan, reasonOf } from './find-damage.ts';
import { isOther } from './is-other.ts';
import { type Copy, KeptCopy, type Value } from './kept-copy.ts';
import { giveToOwnerOf, lockFolder } from './lock-folder.ts';
import { type Database, migrate } from './open-database.ts';

/** What became of one table: how many rows it has now, and where they come from. */
export interface RestoredTable {
  table: string;
  rows: number;
  from: 'database' | 'copy' | 'both' | 'nowhere';
}

export interface Repair {
  /** The damaged files, under their new names. */
  aside: string[];
  tables: RestoredTable[];
  /** When the copy was written that rows were taken from. */
  copyOf: string | undefined;
}

export interface DataState {
  path: string;
  state: 'none' | 'well' | 'in use' | 'damaged' | 'newer';
  reason?: string;
  /** When the copy was written that it can be restored from. */
  copyOf?: string;
}

/** How the database in a data folder is. Nothing in it is changed. */
export function examineDatabase(folder: string, spec: DataSpec): DataState {
  const path = databasePath(folder, spec);
  const copy = new KeptCopy(folder, spec.owner).newest();
  const copyOf = copy === undefined ? {} : { copyOf: copy.writtenAt };
  const [other] = brokenOthers(folder, spec);
  if (other !== undefined) return { path: other, state: 'damaged', reason: 'it is no file', ...copyOf };
  if (copy === undefined && !isThere(path)) return { path, state: 'none' };
  let unlock: () => void;
  try {
    unlock = lockFolder(folder, spec.owner);
  } catch (error) {
    return { path, state: 'in use', reason: reasonOf(error) };
  }
  try {
    const state = judge(path, spec, copy);
    return { path, ...state, ...copyOf };
  } finally {
    unlock();
  }
}

/** Undefined where there was nothing to repair. Damaged files are kept under another name, never removed. */
export function repairDatabase(folder: string, spec: DataSpec): Repair | undefined {
  const path = databasePath(folder, spec);
  const aside = brokenOthers(folder, spec).map(moveAside);
  const kept = new KeptCopy(folder, spec.owner);
  const copy = kept.newest();
  if (copy === undefined && !isThere(path))
    return aside.length === 0 ? undefined : { aside, tables: [], copyOf: undefined };
  const unlock = lockFolder(folder, spec.owner);
  try {
    const { state } = judge(path, spec, copy);
    if (state === 'newer' || (copy?.schema ?? 0) > spec.migrations.length) {
      throw new SettingError(`the data folder ${folder} was written by a newer version; update this one`);
    }
    if (state === 'well') return aside.length === 0 ? undefined : { aside, tables: [], copyOf: undefined };
    const repaired = `${path}.repaired`;
    for (const end of ['', '-wal', '-shm']) rmSync(`${repaired}${end}`, { force: true, recursive: true });
    const tables = rebuild(path, repaired, spec, copy);
    syncPath(repaired);
    for (const end of ['', '-wal', '-shm'])
      if (isThere(`${path}${end}`)) aside.push(moveAside(`${path}${end}`));
    giveToOwnerOf(folder, repaired);
    renameSync(repaired, path);
    syncPath(folder);
    return { aside, tables, copyOf: copy?.writtenAt };
  } finally {
    unlock();
  }
}

function judge(path: string, spec: DataSpec, copy: Copy | undefined): Pick<DataState, 'state' | 'reason'> {
  for (const end of ['', '-wal', '-shm']) {
    if (isOther(`${path}${end}`)) return { state: 'damaged', reason: `${path}${end} is no file` };
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

/** A new database of all that the damaged one still gives and of what the copy has. */
function rebuild(path: string, repaired: string, spec: DataSpec, copy: Copy | undefined): RestoredTable[] {
  const old = openOld(path);
  const made = new Sqlite(repaired);
  try {
    const version = copy?.schema ?? (old === undefined ? spec.migrations.length : schemaVersion(old));
    made.exec('PRAGMA foreign_keys=OFF');
    migrate(made, spec.migrations.slice(0, version), () => undefined);
    // Where the number of the last copy cannot be read, the database may lack any number of changes.
    const isCurrent = old !== undefined && (copy === undefined || (copyNumberOf(old) ?? 0) >= copy.number);
    const tables = tablesOf(made).map((table): RestoredTable => {
      const isCopied = copy?.tables[table] !== undefined;
      const isPartial = spec.copied.some((each) => each.table === table && each.rows !== undefined);
      const isReadable = old !== undefined && damageOf(old, table) === undefined;
      const fromOld =
        isReadable && (isCurrent || !isCopied || isPartial) && fill(made, table, rowsOf(old, table, spec));
      const fromCopy = isCopied && !(isReadable && isCurrent) && fill(made, table, copiedRows(copy, table));
      const { n } = made.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
      const from = fromOld && fromCopy ? 'both' : fromOld ? 'database' : fromCopy ? 'copy' : 'nowhere';
      return { table, rows: n, from };
    });
    dropOrphans(made);
    if (spec.afterRepair !== undefined && version === spec.migrations.length) made.exec(spec.afterRepair);
    raiseIds(made, copy);
    if (copy !== undefined) setCopyNumber(made, copy.number);
    return tables;
  } finally {
    old?.close();
    made.close();
  }
}

function openOld(path: string): Database | undefined {
  try {
    const old = new Sqlite(path, { readonly: true });
    return schemaVersion(old) > 0 ? old : undefined;
  } catch {
    return undefined;
  }
}

function tablesOf(database: Database): string[] {
  const rows = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as { name: string }[];
  return rows.map(({ name }) => name).filter((name) => name !== 'reserve');
}

type NamedRow = Record<string, unknown>;

function* rowsOf(database: Database, table: string, { checks }: DataSpec): Iterable<NamedRow> {
  const bad = checks.filter((check) => check.table === table).map((check) => `(${check.bad})`);
  const good = bad.length === 0 ? '' : ` WHERE NOT (${bad.join(' OR ')})`;
  for (const row of database.prepare(`SELECT * FROM ${table}${good}`).iterate()) yield row as NamedRow;
}

function* copiedRows(copy: Copy, table: string): Iterable<NamedRow> {
  const { columns = [], rows = [] } = copy.tables[table] ?? {};
  for (const row of rows) yield Object.fromEntries(columns.map((column, at) => [column, fromValue(row[at])]));
}

function fromValue(value: Value | undefined): unknown {
  return typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : (value ?? null);
}

/** A row that breaks a rule of the table is left out. A reading that fails in the middle leaves what was read. */
function fill(database: Database, table: string, rows: Iterable<NamedRow>): boolean {
  const known = columnsOf(database, table);
  database.exec('BEGIN');
  try {
    for (const row of rows) {
      const columns = known.filter((column) => column in row);
      const values = columns.map((column) => {
        const value = row[column];
        return value instanceof ArrayBuffer ? Buffer.from(value) : value;
      });
      const marks = columns.map(() => '?').join(', ');
      database
        .prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
        .run(...values);
    }
  } catch {
    // What was read so far is better than nothing.
  }
  database.exec('COMMIT');
  return true;
}

/** What refers to rows that were lost does as if they had been deleted. */
function dropOrphans(database: Database): void {
  for (const table of tablesOf(database)) {
    const keys = database.prepare(`PRAGMA foreign_key_list(${table})`).all() as {
      table: string;
      from: string;
      to: string;
      on_delete: string;
    }[];
    for (const { table: other, from, to, on_delete } of keys) {
      const orphans = `${from} IS NOT NULL AND ${from} NOT IN (SELECT ${to} FROM ${other})`;
      database.exec(
        on_delete === 'SET NULL'
          ? `UPDATE ${table} SET ${from} = NULL WHERE ${orphans}`
          : `DELETE FROM ${table} WHERE ${orphans}`,
      );
    }
  }
}

/** Ids that were given after the copy was written must not be given again. */
function raiseIds(database: Database, copy: Copy | undefined): void {
  for (const [table, highest] of Object.entries(copy?.highestIds ?? {})) {
    database.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(highest, table);
    database
      .prepare(
        'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
      )
      .run(table, highest, table);
  }
}

function moveAside(path: string): string {
  for (let number = 1; ; number++) {
    const aside = `${path}.damaged-${number}`;
    if (existsSync(aside)) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** What should be a file that can be made again, and is something else. */
function brokenOthers(folder: string, { others = [] }: DataSpec): string[] {
  const names = ['lock.db', 'lock.db-journal', ...others];
  return names.map((name) => join(folder, name)).filter(isOther);
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function databasePath(folder: string, { owner }: DataSpec): string {
  return join(folder, `${owner}.db`);
}
