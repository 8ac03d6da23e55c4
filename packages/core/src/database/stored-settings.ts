import { isDiskFull } from '../disk-full.ts';
import type { Database } from './database.ts';

/** Room for the events of one run, so that the numbers of a later run are always larger. */
const idsPerRun = 1_000_000_000;

/** Small texts by name, in the table `settings (name, value)` of a service's database. */
export class StoredSettings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get(name: string): string | undefined {
    const row = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(name) as
      | { value: string }
      | undefined;
    return row?.value;
  }

  set(name: string, value: string): void {
    this.#database
      .prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
      .run(name, value);
  }

  /** The value kept under `name`, or the one that `make` gives, kept from now on. */
  getOrMake(name: string, make: () => string): string {
    const kept = this.get(name);
    if (kept !== undefined) return kept;
    const made = make();
    this.set(name, made);
    return made;
  }

  /** Where the numbers of this run's events begin; every start of the service begins higher. */
  nextRun(): number {
    const run = Number(this.get('runs') ?? 0) + 1;
    try {
      this.set('runs', String(run));
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      // The next run will have the same number, so this one begins where no other is likely to.
      return run * idsPerRun + Math.floor(Math.random() * idsPerRun * 0.9);
    }
    return run * idsPerRun;
  }
}
