import { type Database, runTransaction } from '@stationery/core';
import type { TagModel } from '@stationery/nfc';
import { inFolder } from './sort-key.ts';

export interface StoredTag {
  id: number;
  serial: string;
  model: TagModel;
  /** The tag's first file on the card. */
  filename: string | null;
}

export interface TagFile {
  id: number;
  name: string;
  isPresent: boolean;
}

const select = `SELECT tags.id, serial, model, CASE WHEN folder_key IS NULL
    THEN (SELECT files.name FROM tag_files JOIN files ON files.id = file_id AND present = 1
      WHERE tag_id = tags.id ORDER BY position LIMIT 1)
    ELSE (SELECT files.name FROM files WHERE ${inFolder('folder_key')} ORDER BY sort_key LIMIT 1)
  END AS filename FROM tags`;

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

  /** Returns the tag's files, including missing ones. */
  files(id: number): TagFile[] {
    const rows = this.#database
      .prepare(
        'SELECT files.id, files.name, present FROM tag_files JOIN files ON files.id = file_id WHERE tag_id = ? ORDER BY position',
      )
      .all(id) as { id: number; name: string; present: number }[];
    return rows.map(({ id, name, present }) => ({ id, name, isPresent: present === 1 }));
  }

  /** Returns the ids in order. They are read as one row, because a folder can have thousands. */
  fileIds(id: number): number[] {
    const { ids } = this.#database
      .prepare(
        `SELECT CASE WHEN folder_key IS NULL
          THEN (SELECT json_group_array(file_id) FROM (SELECT file_id FROM tag_files WHERE tag_id = tags.id ORDER BY position))
          ELSE (SELECT json_group_array(id) FROM (SELECT id FROM files WHERE ${inFolder('folder_key')} ORDER BY sort_key, id))
        END AS ids FROM tags WHERE id = ?`,
      )
      .get(id) as { ids: string };
    return JSON.parse(ids) as number[];
  }

  add(serial: string, model: TagModel): void {
    this.#database.prepare('INSERT INTO tags (serial, model) VALUES (?, ?)').run(serial, model);
  }

  /** Replaces the meaning of the tag with these files, in order. */
  setFiles(id: number, fileIds: readonly number[]): void {
    this.together(() => {
      this.#database
        .prepare(
          'UPDATE tags SET shuffled = 0, action = NULL, minutes = NULL, seconds = NULL, language = NULL, url = NULL, folder = NULL, folder_key = NULL, stream = NULL WHERE id = ?',
        )
        .run(id);
      this.#database.prepare('DELETE FROM tag_files WHERE tag_id = ?').run(id);
      const add = this.#database.prepare('INSERT INTO tag_files VALUES (?, ?, ?)');
      for (const [position, fileId] of fileIds.entries()) add.run(id, position, fileId);
    });
  }

  countFiles(): number {
    return (this.#database.prepare('SELECT count(*) AS n FROM tag_files').get() as { n: number }).n;
  }

  remove(id: number): void {
    this.#database.prepare('DELETE FROM tags WHERE id = ?').run(id);
  }

  together<T>(work: () => T): T {
    return this.#database.inTransaction ? work() : runTransaction(this.#database, work);
  }

  #one(column: 'tags.id' | 'serial', value: number | string): StoredTag | undefined {
    const row = this.#database.prepare(`${select} WHERE ${column} = ?`).get(value) as StoredTag | undefined;
    return row === undefined ? undefined : fromRow(row);
  }
}

/** Copies only the columns, because libsql adds the query time to rows and tags are sent to clients unchanged. */
function fromRow({ id, serial, model, filename }: StoredTag): StoredTag {
  return { id, serial, model, filename };
}
