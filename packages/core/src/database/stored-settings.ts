import { isDiskFull } from '../disk-full.ts';
import type { Database } from './database.ts';

/** One row of the table of a service's stored settings. */
export interface StoredSetting<T> {
  /** Parses the stored text; undefined if it cannot be read. */
  read(text: string): T | undefined;
  write(value: T): string;
  /** Used if nothing is stored, or nothing readable. */
  fallback: T;
  /** A condition in SQL for texts that count as damage. Without it, an unreadable text gives the fallback. */
  damage?: string;
}

type JsonType = 'object' | 'array' | 'boolean';
// biome-ignore lint/suspicious/noExplicitAny: each row has its own type.
export type SettingsTable = Readonly<Record<string, StoredSetting<any>>>;
type ValueOf<S> = S extends { fallback: infer T } ? T : never;

export function storedText<T extends string | undefined>(fallback: T): StoredSetting<string | T> {
  return { read: (text) => text, write: (value) => value ?? '', fallback };
}

/** A number that is not negative. */
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

/** A JSON document whose loss would change what the service does: an unreadable one is damage. */
export function vitalJson<T>(type: JsonType, fallback: T): StoredSetting<T> {
  const damage = `CASE WHEN json_valid(value) THEN json_type(value) ${type === 'boolean' ? "NOT IN ('true', 'false')" : `<> '${type}'`} ELSE 1 END`;
  return { ...storedJson(type, fallback), damage };
}

const vitalCount = { ...storedNumber(0), damage: "value GLOB '*[^0-9]*' OR value = ''" };

/** Every database has these: the number of starts, and that of the last copy. */
const ownSettings = { runs: vitalCount, copy: vitalCount };

/** The part of the damage check that concerns stored settings. */
export function settingChecks(settings: SettingsTable): { table: string; bad: string }[] {
  return Object.entries({ ...ownSettings, ...settings }).flatMap(([name, { damage }]) =>
    damage === undefined ? [] : [{ table: 'settings', bad: `name = '${name}' AND (${damage})` }],
  );
}

/** One stored setting. */
export interface StoredValue<T> {
  get(): T;
  /** On the disk when it returns. An undefined value is removed. */
  set(value: T): void;
}

/** Returns the stored value, or stores and returns a new one. */
export function getOrMake<T>(stored: StoredValue<T | undefined>, make: () => T): T {
  const before = stored.get();
  if (before !== undefined) return before;
  const made = make();
  stored.set(made);
  return made;
}

/** Room for the events of one run, so that the numbers of a later run are always larger. */
const idsPerRun = 1_000_000_000;

/** The settings that a service stores, in the table `settings (name, value)` of its database. */
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

  /** Returns the number before the first event of this run; every start of the service begins higher. */
  nextRun(): number {
    const run = this.#read('runs', ownSettings.runs) + 1;
    try {
      this.#write('runs', String(run));
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // The next run will have the same number, so this one begins where no other is likely to.
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
