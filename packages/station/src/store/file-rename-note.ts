import type { Database } from '@stationery/core';

/** A file on the card that is about to get another name. Names are as the card has them, byte for byte. */
export interface FileRenameNote {
  id: number;
  from: Buffer;
  to: Buffer;
  sizeBytes: number;
}

const name = 'card.renaming';

/** Remembers the one rename that is under way, so that a crash in the middle does not take a file from its tags. */
export class FileRenameNotes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  read(): FileRenameNote | undefined {
    const row = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(name) as
      | { value: string }
      | undefined;
    if (row === undefined) return undefined;
    try {
      const { id, from, to, sizeBytes } = JSON.parse(row.value) as Record<'from' | 'to', string> &
        Record<'id' | 'sizeBytes', number>;
      return { id, from: Buffer.from(from, 'latin1'), to: Buffer.from(to, 'latin1'), sizeBytes };
    } catch {
      return undefined;
    }
  }

  write({ id, from, to, sizeBytes }: FileRenameNote): void {
    const value = { id, from: from.toString('latin1'), to: to.toString('latin1'), sizeBytes };
    this.#database.prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)').run(name, JSON.stringify(value));
  }

  remove(): void {
    this.#database.prepare('DELETE FROM settings WHERE name = ?').run(name);
  }
}
