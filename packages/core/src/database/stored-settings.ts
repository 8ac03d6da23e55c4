import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'libsql';
import { isDiskFull } from '../disk-full.ts';
import type { Database } from './database.ts';

const require = createRequire(import.meta.url);

/** Reads a setting without locking the data folder, so it works while the service runs. */
export function readStoredSetting(folder: string, owner: string, name: string): string | undefined {
  const path = join(folder, `${owner}.db`);
  if (!existsSync(path)) return undefined;
  // Loaded on demand: it takes 8 MB, which the network watchdog does not need.
  const Database = require('libsql') as typeof Sqlite;
  let database: Sqlite.Database | undefined;
  try {
    database = new Database(path, { readonly: true });
    const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return (row as { value: string } | undefined)?.value;
  } catch {
    // The file is not ours, or the database is older than the settings table.
    return undefined;
  } finally {
    database?.close();
  }
}

export interface StoredSetting<T> {
  /** Parses the stored text; returns undefined if it is unreadable. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** Used if the stored text is missing or unreadable. */
  fallback: T;
  /** An SQL condition for texts that count as damage. Without it, an unreadable text gives the fallback. */
  damage?: string;
}

type JsonType = 'object' | 'array' | 'boolean';
// biome-ignore lint/suspicious/noExplicitAny: each row has its own type.
export type SettingsTable = Readonly<Record<string, StoredSetting<any>>>;
type ValueOf<S> = S extends { fallback: infer T } ? T : never;

export function storedText<T extends string | undefined>(fallback: T): StoredSetting<string | T> {
  return { read: (text) => text, write: (value) => value ?? '', fallback };
}

export function storedNumber(fallback: number): StoredSetting<number> {
  const read = (text: string) => (/^\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : undefined);
  return { read, write: String, fallback };
}

export function storedJson<T>(type: JsonType, fallback: T): StoredSetting<T> {
  return {
    read(text) {
      try {
        const value: unknown = JSON.parse(text);
        const itsType = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
        return itsType === type ? (value as T) : undefined;
      } catch {
        return undefined;
      }
    },
    write: (value) => JSON.stringify(value),
    fallback,
  };
}

/** A document whose loss would change the service's behaviour: if unreadable, it counts as damage. */
export function vitalJson<T>(type: 'object' | 'array', fallback: T): StoredSetting<T> {
  const damage = `CASE WHEN json_valid(value) THEN json_type(value) <> '${type}' ELSE 1 END`;
  return { ...storedJson(type, fallback), damage };
}

const vitalCount = { ...storedNumber(0), damage: "value GLOB '*[^0-9]*' OR value = ''" };

/** Settings of every database: the number of starts, and the number of the last copy. */
const ownSettings = { runs: vitalCount, copy: vitalCount };

export function settingChecks(settings: SettingsTable): { table: string; bad: string }[] {
  return Object.entries({ ...ownSettings, ...settings }).flatMap(([name, { damage }]) =>
    damage === undefined ? [] : [{ table: 'settings', bad: `name = '${name}' AND (${damage})` }],
  );
}

export interface StoredValue<T> {
  get(): T;
  /** Stores a value; durable when it returns. Undefined removes the setting. */
  set(value: T): void;
}

export function getOrMake<T>(stored: StoredValue<T | undefined>, make: () => T): T {
  const before = stored.get();
  if (before !== undefined) return before;
  const made = make();
  stored.set(made);
  return made;
}

/** Id range per run, so that ids of a later run are always higher. */
const idsPerRun = 1_000_000_000;

export class StoredSettings<S extends SettingsTable> {
  readonly #database: Database;
  readonly #table: S;

  constructor(database: Database, table: S) {
    this.#database = database;
    this.#table = table;
  }

  at<K extends keyof S & string>(name: K): StoredValue<ValueOf<S[K]>> {
    return { get: () => this.get(name), set: (value) => this.set(name, value) };
  }

  get<K extends keyof S & string>(name: K): ValueOf<S[K]> {
    return this.#read(name, this.#table[name] as StoredSetting<ValueOf<S[K]>>);
  }

  set<K extends keyof S & string>(name: K, value: ValueOf<S[K]>): void {
    if (value === undefined) this.#database.prepare('DELETE FROM settings WHERE name = ?').run([name]);
    else this.#write(name, (this.#table[name] as StoredSetting<ValueOf<S[K]>>).write(value));
  }

  /** Returns the id that precedes the first event of this run. It is higher at every start of the service. */
  nextRun(): number {
    const run = this.#read('runs', ownSettings.runs) + 1;
    try {
      this.#write('runs', String(run));
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // The number could not be stored, so the next run gets it, too. A random offset avoids equal ids.
      return run * idsPerRun + Math.floor(Math.random() * idsPerRun * 0.9);
    }
    return run * idsPerRun;
  }

  #read<T>(name: string, { read, fallback }: StoredSetting<T>): T {
    const sql = 'SELECT value FROM settings WHERE name = ?';
    const row = this.#database.prepare(sql).get([name]) as { value: string } | undefined;
    return (row && read(row.value)) ?? fallback;
  }

  #write(name: string, text: string): void {
    this.#database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(name, text);
  }
}
