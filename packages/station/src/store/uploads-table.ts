import type { Database } from '@stationery/core';

/** The file to be replaced, as it was when the upload began. */
interface ReplacedFile {
  id: number;
  sizeBytes: number;
  modifiedNs: string;
}

export interface StoredUpload {
  id: string;
  filename: string;
  mediaType: string | undefined;
  sizeBytes: number;
  /** Number of bytes that are safely on the card. */
  storedBytes: number;
  metadata: Record<string, string | null>;
  replaces: ReplacedFile | undefined;
  /** Set when the upload is finished. */
  fileId: number | undefined;
  idleMs: number;
}

interface Row {
  id: string;
  filename: string;
  media_type: string | null;
  size_bytes: number;
  stored_bytes: number;
  metadata: string;
  replaces: string | null;
  file_id: number | null;
  idle_ms: number;
}

export class UploadsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns all uploads, the most recently used first. */
  all(): StoredUpload[] {
    const rows = this.#database.prepare('SELECT * FROM uploads ORDER BY idle_ms, rowid DESC').all() as Row[];
    return rows.map(fromRow);
  }

  get(id: string): StoredUpload | undefined {
    const row = this.#database.prepare('SELECT * FROM uploads WHERE id = ?').get(id) as Row | undefined;
    return row === undefined ? undefined : fromRow(row);
  }

  add(upload: Omit<StoredUpload, 'fileId' | 'idleMs'>): void {
    this.#database
      .prepare(
        `INSERT INTO uploads (id, filename, media_type, size_bytes, stored_bytes, metadata, replaces)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        upload.id,
        upload.filename,
        upload.mediaType ?? null,
        upload.sizeBytes,
        upload.storedBytes,
        JSON.stringify(upload.metadata),
        upload.replaces === undefined ? null : JSON.stringify(upload.replaces),
      );
  }

  stored(id: string, bytes: number): void {
    this.#database.prepare('UPDATE uploads SET stored_bytes = ?, idle_ms = 0 WHERE id = ?').run(bytes, id);
  }

  finished(id: string, fileId: number): void {
    this.#database
      .prepare('UPDATE uploads SET file_id = ?, stored_bytes = size_bytes, idle_ms = 0 WHERE id = ?')
      .run(fileId, id);
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM uploads WHERE id = ?').run(id);
  }

  age(byMs: number): void {
    this.#database.prepare('UPDATE uploads SET idle_ms = idle_ms + ?').run(byMs);
  }
}

function fromRow(row: Row): StoredUpload {
  return {
    id: row.id,
    filename: row.filename,
    mediaType: row.media_type ?? undefined,
    sizeBytes: row.size_bytes,
    storedBytes: row.stored_bytes,
    metadata: JSON.parse(row.metadata) as Record<string, string | null>,
    replaces: row.replaces === null ? undefined : (JSON.parse(row.replaces) as ReplacedFile),
    fileId: row.file_id ?? undefined,
    idleMs: row.idle_ms,
  };
}
