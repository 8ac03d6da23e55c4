import { messageOf } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Clock } from '../time/clock.ts';
import { type CopiedRows, type CopyContent, CopyFiles, contentOf, type Value } from './copy-files.ts';
import { copyNumberOf, setCopyNumber } from './copy-number.ts';
import type { DataSpec } from './data-spec.ts';
import type { Database } from './database.ts';
import { schemaVersion } from './database-copies.ts';

/**
 * Maximum time until a change is in the copy. Changes are collected and written together, because SD cards
 * wear.
 */
export const copyWithinMs = 2_000;
/** Ids are rounded up to this step, so that a new id alone does not need a new copy. */
const idStep = 1_000;

export interface CopyKeeper {
  /** Writes pending changes. Call it before closing the database. */
  close(): Promise<void>;
}

export function keepCopies(parts: {
  database: Database;
  folder: string;
  spec: DataSpec;
  clock: Clock;
  log: Logger;
}): CopyKeeper {
  const { database, spec, clock, log } = parts;
  const copies = new CopyFiles(parts.folder, spec.owner);
  const last = copies.newest();
  let written = last === undefined ? '' : contentOf(last);
  let number = Math.max(copyNumberOf(database) ?? 0, last?.number ?? 0);
  let changes = -1;
  let failed = false;
  let writing: Promise<void> = Promise.resolve();

  const keep = async () => {
    if (totalChanges(database) === changes) return;
    const content = contentOf(takeContent(database, spec));
    if (content !== written) {
      // Update the number in the database first. A database with a lower number than its copy counts as having
      // lost changes.
      setCopyNumber(database, number + 1);
      number++;
      changes = totalChanges(database);
      await copies.write(number, content);
      written = content;
    } else changes = totalChanges(database);
    failed = false;
  };
  const keepQuietly = () => {
    writing = writing.then(keep).catch((error: unknown) => {
      changes = -1;
      if (!failed) log.warn({ reason: messageOf(error) }, 'copying the database failed');
      failed = true;
    });
    return writing;
  };
  const cancel = clock.every(copyWithinMs, () => void keepQuietly());
  return {
    async close() {
      cancel();
      await keepQuietly();
    },
  };
}

function takeContent(database: Database, { copied }: DataSpec): CopyContent {
  const tables: Record<string, CopiedRows> = {};
  for (const { table, rows = `SELECT * FROM ${table}` } of copied) {
    const columns = columnsOf(database, table);
    const found = database.prepare(rows).all() as Record<string, unknown>[];
    const kept = found.filter(({ name }) => name !== 'copy' || table !== 'settings');
    tables[table] = { columns, rows: kept.map((row) => columns.map((column) => toValue(row[column]))) };
  }
  const highestIds: Record<string, number> = {};
  for (const [name, id] of highestIdsOf(database)) {
    highestIds[name] = Math.ceil((id + idStep / 2) / idStep) * idStep;
  }
  return { schema: schemaVersion(database), tables, highestIds };
}

export function columnsOf(database: Database, table: string): string[] {
  return (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(
    ({ name }) => name,
  );
}

export function highestIdsOf(database: Database): [table: string, id: number][] {
  const rows = database.prepare('SELECT name, seq FROM sqlite_sequence').all();
  return (rows as { name: string; seq: number }[]).map(({ name, seq }) => [name, seq]);
}

function toValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return { base64: Buffer.from(value as Buffer).toString('base64') };
}

function totalChanges(database: Database): number {
  return (database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
}
