import type { Database } from '@stationery/core';
import type { TagModel } from '@stationery/nfc';

export interface StoredTag {
  id: number;
  serial: string;
  model: TagModel;
  /** The name of the file bound to it; null when none is, or when that file is not on the card. */
  filename: string | null;
}

const select = `SELECT tags.id, serial, model, files.name AS filename
  FROM tags LEFT JOIN files ON files.id = tags.file_id AND files.present = 1`;

export class TagsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  all(): StoredTag[] {
    return (this.#database.prepare(`${select} ORDER BY tags.id`).all() as StoredTag[]).map(fromRow);
  }

  get(id: number): StoredTag | undefined {
    return this.#one('tags.id', id);
  }

  bySerial(serial: string): StoredTag | undefined {
    return this.#one('serial', serial);
  }

  /** The file that a tag is bound to, also where it is not on the card. */
  boundFile(id: number): { id: number; name: string } | undefined {
    const row = this.#database
      .prepare(
        'SELECT files.id, files.name FROM tags JOIN files ON files.id = tags.file_id WHERE tags.id = ?',
      )
      .get(id) as { id: number; name: string } | undefined;
    return row && { id: row.id, name: row.name };
  }

  add(serial: string, model: TagModel): void {
    this.#database.prepare('INSERT INTO tags (serial, model) VALUES (?, ?)').run(serial, model);
  }

  bind(id: number, fileId: number | null): void {
    this.#database.prepare('UPDATE tags SET file_id = ? WHERE id = ?').run(fileId, id);
  }

  #one(column: 'tags.id' | 'serial', value: number | string): StoredTag | undefined {
    const row = this.#database.prepare(`${select} WHERE ${column} = ?`).get(value) as StoredTag | undefined;
    return row === undefined ? undefined : fromRow(row);
  }
}

/** The columns and no more: libsql adds the time that a query took to a row, and tags are sent as they are. */
function fromRow({ id, serial, model, filename }: StoredTag): StoredTag {
  return { id, serial, model, filename };
}
