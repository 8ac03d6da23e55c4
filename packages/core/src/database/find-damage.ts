import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';
import type { Copy } from './copy-files.ts';
import { copyNumberOf } from './copy-number.ts';
import type { DataSpec } from './data-spec.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './database-copies.ts';

/** Larger databases are not checked completely, because an SD card takes seconds to read this many bytes. */
const readWholeBytes = 32 * 1024 * 1024;

/** Returns a description of the damage; undefined if the database is intact. */
export function findDamage(
  database: Database,
  path: string,
  { copied, checks, migrations }: Pick<DataSpec, 'copied' | 'checks' | 'migrations'>,
): string | undefined {
  const isSmall = statSync(path).size <= readWholeBytes;
  if (isSmall) {
    const fault = quickCheck(database, '1');
    if (fault !== undefined) return fault;
  }
  const tables = new Set([...copied, ...checks].map(({ table }) => table));
  for (const table of tables) {
    // A pending migration may create the table.
    if (schemaVersion(database) < migrations.length && !hasTable(database, table)) continue;
    const fault = damageOf(database, table, checks, !isSmall);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

export function damageOf(
  database: Database,
  table: string,
  checks: DataSpec['checks'] = [],
  wholly = true,
): string | undefined {
  try {
    if (!hasTable(database, table)) return `the table ${table} is missing`;
    const fault = wholly ? quickCheck(database, table) : undefined;
    if (fault !== undefined) return fault;
    if (hasInvalidText(database, table)) return `a text in the table ${table} is not UTF-8`;
    for (const check of checks) {
      if (check.table !== table) continue;
      const { n } = database.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${check.bad}`).get() as {
        n: number;
      };
      if (n > 0) return `${n} rows of the table ${table} cannot be read`;
    }
    return undefined;
  } catch (error) {
    // The check uses a column of a later migration.
    if (/no such column/.test(messageOf(error))) return undefined;
    return reasonOf(error);
  }
}

/**
 * Reads texts as bytes, because the database library ends the process when it reads a text that is not UTF-8.
 */
function hasInvalidText(database: Database, table: string): boolean {
  const schema = database.prepare("SELECT CAST(coalesce(sql, '') AS BLOB) AS sql FROM sqlite_master").all();
  if (!(schema as { sql: Uint8Array }[]).every(({ sql }) => isUtf8(sql))) return true;
  const sql = 'SELECT CAST(name AS BLOB) AS name FROM pragma_table_info(?)';
  const columns = (database.prepare(sql).all(table) as { name: Uint8Array }[]).map(({ name }) => name);
  const texts = columns.map((name, at) => {
    const column = `"${Buffer.from(name).toString().replaceAll('"', '""')}"`;
    return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) END AS c${at}`;
  });
  for (const row of database.prepare(`SELECT ${texts.join(', ')} FROM ${table}`).iterate())
    for (const text of Object.values(row as Record<string, Uint8Array | null>))
      if (text !== null && !isUtf8(text)) return true;
  return false;
}

function hasTable(database: Database, table: string): boolean {
  const sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?";
  return database.prepare(sql).get(table) !== undefined;
}

/** Whether the database lacks changes that the copy has, for example because its log was damaged. */
export function isOlderThan(database: Database, copy: Copy | undefined): boolean {
  return copy !== undefined && (copyNumberOf(database) ?? 0) < copy.number;
}

function quickCheck(database: Database, what: string): string | undefined {
  try {
    const rows = database.prepare(`PRAGMA quick_check(${what})`).all() as { quick_check: string }[];
    const said = rows[0]?.quick_check ?? 'ok';
    if (said === 'ok') return undefined;
    // SQLite's first line may be the heading “*** in database main ***”.
    const [first = said] = said.split('\n').filter((line) => !line.startsWith('***'));
    return first.slice(0, 120);
  } catch (error) {
    return reasonOf(error);
  }
}

export function reasonOf(error: unknown): string {
  return systemErrorCode(error) ?? messageOf(error).split('\n')[0]?.slice(0, 120) ?? 'unknown';
}

export function damaged(path: string, reason: string): SettingError {
  return new SettingError(
    `the database ${path} is damaged (${reason}); run “stationery doctor --repair” to restore it from its copy, or move the folder away to start from scratch`,
  );
}

/** Converts errors caused by damage; returns other errors unchanged. */
export function damageError(error: unknown, folder: string, { owner }: DataSpec): unknown {
  return isDamage(error) ? damaged(join(folder, `${owner}.db`), reasonOf(error)) : error;
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB|FORMAT)/.test(systemErrorCode(error) ?? '');
}
