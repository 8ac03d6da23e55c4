import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Sqlite from 'libsql';
import { renameDurablySync, syncPathSync } from '../durable.ts';
import { setCopyNumber } from './copy-number.ts';

export function schemaVersion(database: Sqlite.Database): number {
  return (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version;
}

/**
 * Copies of a database from before its migrations. A new version migrates the database before it has proven
 * itself; without a copy the previous version could not start after a rollback.
 */
export class DatabaseCopies {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  keep(database: Sqlite.Database, version: number): void {
    const copy = this.#copyOf(version);
    const temporary = `${copy}.new`;
    rmSync(temporary, { force: true });
    database.prepare('VACUUM INTO ?').run(temporary);
    syncPathSync(temporary);
    renameDurablySync(temporary, copy);
  }

  /**
   * Replaces a database newer than `version` by the copy of that version, if there is one. Sets `copyNumber`
   * in the copy first, so that it is not taken for a database that lost changes, even after a crash.
   */
  comeBack(version: number, copyNumber: number | undefined): boolean {
    const copy = this.#copyOf(version);
    if (!existsSync(copy)) return false;
    const newer = new Sqlite(this.#path);
    try {
      if (schemaVersion(newer) <= version) return false;
      // Empties the newer database's log before removing it, so that it is not replayed into the copy.
      newer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      newer.close();
    }
    if (copyNumber !== undefined) {
      const older = new Sqlite(copy);
      try {
        setCopyNumber(older, copyNumber);
      } finally {
        older.close();
      }
    }
    for (const log of ['-wal', '-shm']) rmSync(`${this.#path}${log}`, { force: true });
    renameDurablySync(copy, this.#path);
    return true;
  }

  drop(): void {
    const folder = dirname(this.#path);
    const prefix = `${basename(this.#path)}.before-`;
    for (const name of readdirSync(folder)) if (name.startsWith(prefix)) rmSync(join(folder, name));
  }

  #copyOf(version: number): string {
    return `${this.#path}.before-${version + 1}`;
  }
}
