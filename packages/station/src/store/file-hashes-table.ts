import type { Database } from '@stationery/core';
import type { StoredFile } from './files-table.ts';

/** Hashes of files. The table is only a cache: rows lost in a power cut are computed again. */
export class FileHashesTable {
  readonly #journal: () => Database;

  constructor(journal: () => Database) {
    this.#journal = journal;
  }

  get(file: StoredFile): string | undefined {
    const row = this.#journal()
      .prepare('SELECT sha256 FROM file_hashes WHERE file_id = ? AND version = ?')
      .get(file.id, versionOf(file)) as { sha256: string } | undefined;
    return row?.sha256;
  }

  /** Does nothing if the file was removed meanwhile. */
  set(file: StoredFile, sha256: string): void {
    this.#journal()
      .prepare('INSERT OR REPLACE INTO file_hashes SELECT id, ?, ? FROM files WHERE id = ?')
      .run(versionOf(file), sha256, file.id);
  }
}

const versionOf = ({ sizeBytes, modifiedNs }: StoredFile): string => `${sizeBytes}-${modifiedNs}`;
