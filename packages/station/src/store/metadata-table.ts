import type { Database } from '@stationery/core';

export interface StoredMetadata {
  fileId: number;
  version: string;
  title: string | null;
  artist: string | null;
  album: string | null;
  durationMs: number | null;
  hasCover: boolean;
}

interface Row {
  file_id: number;
  version: string;
  title: string | null;
  artist: string | null;
  album: string | null;
  duration_ms: number | null;
  has_cover: number;
}

/** Metadata of files. The table is only a cache and never synced: lost rows are read again from the files. */
export class MetadataTable {
  readonly #journal: () => Database;

  constructor(journal: () => Database) {
    this.#journal = journal;
  }

  get(fileId: number): StoredMetadata | undefined {
    return this.between(fileId, fileId)[0];
  }

  between(firstId: number, lastId: number): StoredMetadata[] {
    const rows = this.#journal()
      .prepare('SELECT * FROM metadata WHERE file_id BETWEEN ? AND ? ORDER BY file_id')
      .all(firstId, lastId);
    return (rows as Row[]).map(fromRow);
  }

  /** Does nothing if the file was removed meanwhile. */
  set({ fileId, version, title, artist, album, durationMs, hasCover }: StoredMetadata): void {
    this.#journal()
      .prepare('INSERT OR REPLACE INTO metadata SELECT id, ?, ?, ?, ?, ?, ? FROM files WHERE id = ?')
      .run(version, title, artist, album, durationMs, hasCover ? 1 : 0, fileId);
  }
}

function fromRow({ file_id, version, title, artist, album, duration_ms, has_cover }: Row): StoredMetadata {
  const hasCover = has_cover === 1;
  return { fileId: file_id, version, title, artist, album, durationMs: duration_ms, hasCover };
}
