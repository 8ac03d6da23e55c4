import Sqlite from 'libsql';
import { systemErrorCode } from '../errors.ts';
import type { CopiedRows, Copy, Value } from './copy-files.ts';
import { columnsOf, highestIdsOf } from './copy-keeper.ts';
import { setCopyNumber } from './copy-number.ts';
import type { DataSpec } from './data-spec.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './database-copies.ts';
import { damageOf } from './find-damage.ts';
import { migrate } from './open-database.ts';

export interface RestoredTable {
  table: string;
  rows: number;
  from: 'database' | 'copy' | 'nowhere';
}

/**
 * Fills each table from the copy if the copy has it, or else from the damaged database if the table is
 * readable.
 */
export function rebuildDatabase(
  path: string,
  repaired: string,
  spec: DataSpec,
  copy: Copy | undefined,
): RestoredTable[] {
  const old = openOld(path);
  const made = new Sqlite(repaired);
  try {
    const version =
      copy === undefined && old === undefined
        ? spec.migrations.length
        : Math.max(copy?.schema ?? 0, old === undefined ? 0 : schemaVersion(old));
    made.exec('PRAGMA foreign_keys=OFF');
    migrate(made, spec.migrations.slice(0, version), () => undefined);
    const sources = tablesOf(made).map((table) => {
      const copied = copy?.tables[table];
      if (copied !== undefined) {
        fill(made, table, copiedRows(copied));
        return { table, from: 'copy' as const };
      }
      if (old === undefined || damageOf(old, table) !== undefined) return { table, from: 'nowhere' as const };
      fill(made, table, rowsOf(old, table));
      return { table, from: 'database' as const };
    });
    // Migrate now, so that the fixes apply to an older database, too.
    migrate(made, spec.migrations, () => undefined);
    // The copy may already contain rows that the service cannot read.
    for (const { table, bad } of spec.checks) made.exec(`DELETE FROM ${table} WHERE ${bad}`);
    dropOrphans(made);
    if (spec.afterRepair !== undefined) made.exec(spec.afterRepair);
    raiseIds(made, copy?.highestIds ?? {});
    raiseIds(made, believableIdsOf(old));
    if (copy !== undefined) setCopyNumber(made, copy.number);
    return sources.map(({ table, from }) => {
      const { rows } = made.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number };
      return { table, rows, from };
    });
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

const rowsOf = (database: Database, table: string) =>
  database.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<NamedRow>;

function* copiedRows({ columns, rows }: CopiedRows): Iterable<NamedRow> {
  for (const row of rows) yield Object.fromEntries(columns.map((column, at) => [column, fromValue(row[at])]));
}

function fromValue(value: Value | undefined): unknown {
  return typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : (value ?? null);
}

/** Leaves out rows that violate a constraint. */
function fill(database: Database, table: string, rows: Iterable<NamedRow>): void {
  const known = columnsOf(database, table);
  database.exec('BEGIN');
  for (const row of rows) {
    const columns = known.filter((column) => column in row);
    const values = columns.map((column) => {
      const value = row[column];
      return value instanceof ArrayBuffer ? Buffer.from(value) : value;
    });
    const marks = columns.map(() => '?').join(', ');
    try {
      database
        .prepare(`INSERT OR REPLACE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`)
        .run(...values);
    } catch (error) {
      // Otherwise the new database would silently lack rows.
      if (/^SQLITE_(?:FULL|IOERR)/.test(systemErrorCode(error) ?? '')) throw error;
    }
  }
  database.exec('COMMIT');
}

/** Treats references to lost rows as if the rows had been deleted. */
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

/** A higher stored id counts as damaged, so that it cannot use up all ids. */
const highestBelievable = 2 ** 40;

function believableIdsOf(database: Database | undefined): Record<string, number> {
  if (database === undefined) return {};
  try {
    return Object.fromEntries(highestIdsOf(database).filter(([, id]) => id < highestBelievable));
  } catch {
    return {};
  }
}

/** Raises the highest ids, because ids assigned after the copy was written must not be assigned again. */
function raiseIds(database: Database, highestIds: Copy['highestIds']): void {
  for (const [table, highest] of Object.entries(highestIds)) {
    database.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?').run(highest, table);
    database
      .prepare(
        'INSERT INTO sqlite_sequence (name, seq) SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
      )
      .run(table, highest, table);
  }
}
