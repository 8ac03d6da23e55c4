import type { Database } from '@stationery/core';

/** What the card itself says of a file. */
export interface FileFacts {
  /** The name as the card has it, byte for byte. */
  diskName: Buffer;
  /** The name that people see, in NFC. */
  name: string;
  sizeBytes: number;
  modifiedNs: bigint;
}

export interface StoredFile extends FileFacts {
  id: number;
  mediaType: string | undefined;
}

interface Row {
  id: number;
  disk_name: Buffer;
  name: string;
  size_bytes: number;
  modified_ns: string;
  media_type: string | null;
}

export class FilesTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The files that were on the card when it was last seen. */
  present(): StoredFile[] {
    return (this.#database.prepare('SELECT * FROM files WHERE present = 1 ORDER BY id').all() as Row[]).map(
      fromRow,
    );
  }

  add(facts: FileFacts, mediaType: string | undefined): StoredFile {
    this.#forgetLost(facts);
    const { lastInsertRowid } = this.#database
      .prepare(
        'INSERT INTO files (disk_name, name, size_bytes, modified_ns, media_type) VALUES (?, ?, ?, ?, ?)',
      )
      .run(facts.diskName, facts.name, facts.sizeBytes, String(facts.modifiedNs), mediaType ?? null);
    return { ...facts, id: Number(lastInsertRowid), mediaType };
  }

  /**
   * A file that appeared on the card by other means. One that is in name, size and time of its last change
   * what was there before it vanished is that file again; any other is a new one.
   */
  appear(facts: FileFacts): StoredFile {
    const lost = this.#database
      .prepare(
        'SELECT * FROM files WHERE disk_name = ? AND present = 0 AND size_bytes = ? AND modified_ns = ?',
      )
      .get(facts.diskName, facts.sizeBytes, String(facts.modifiedNs)) as Row | undefined;
    if (lost === undefined) return this.add(facts, undefined);
    this.#database.prepare('UPDATE files SET present = 1 WHERE id = ?').run(lost.id);
    return fromRow(lost);
  }

  change(id: number, facts: FileFacts): void {
    this.#database
      .prepare('UPDATE files SET size_bytes = ?, modified_ns = ? WHERE id = ?')
      .run(facts.sizeBytes, String(facts.modifiedNs), id);
  }

  vanish(id: number): void {
    this.#database.prepare('UPDATE files SET present = 0 WHERE id = ?').run(id);
  }

  /** Its tags are bound to nothing in the same step (`ON DELETE SET NULL`). */
  remove(id: number): void {
    this.#database.prepare('DELETE FROM files WHERE id = ?').run(id);
  }

  tagsBoundTo(id: number): number[] {
    const rows = this.#database.prepare('SELECT id FROM tags WHERE file_id = ?').all(id) as { id: number }[];
    return rows.map((row) => row.id);
  }

  /** All of `work`, or nothing of it. */
  together<T>(work: () => T): T {
    return this.#database.transaction(work)();
  }

  #forgetLost({ diskName }: FileFacts): void {
    // In a list, because libsql takes a lone buffer for an object of named values, and panics.
    this.#database.prepare('DELETE FROM files WHERE disk_name = ? AND present = 0').run([diskName]);
  }
}

function fromRow(row: Row): StoredFile {
  return {
    id: row.id,
    diskName: Buffer.from(row.disk_name),
    name: row.name,
    sizeBytes: row.size_bytes,
    modifiedNs: BigInt(row.modified_ns),
    mediaType: row.media_type ?? undefined,
  };
}
