import type { Database } from '@stationery/core';

/** Where a tag was left. */
export interface TagPlace {
  fileId: number;
  positionMs: number;
}

/**
 * Where each tag was left. Written every few seconds while something plays, and not synced each time, so that nothing
 * waits for the disk: a power cut loses the seconds since the last `sync`.
 */
export class PlacesTable {
  readonly #journal: () => Database;
  readonly #sync: () => Promise<void>;

  constructor(parts: { journal: () => Database; sync: () => Promise<void> }) {
    this.#journal = parts.journal;
    this.#sync = parts.sync;
  }

  get(tagId: number): TagPlace | undefined {
    const row = this.#journal()
      .prepare('SELECT file_id, position_ms FROM places WHERE tag_id = ?')
      .get(tagId) as { file_id: number; position_ms: number } | undefined;
    return row && { fileId: row.file_id, positionMs: row.position_ms };
  }

  async set(tagId: number, { fileId, positionMs }: TagPlace): Promise<void> {
    this.#journal()
      .prepare(
        `INSERT INTO places VALUES (?, ?, ?)
         ON CONFLICT (tag_id) DO UPDATE SET file_id = excluded.file_id, position_ms = excluded.position_ms`,
      )
      .run(tagId, fileId, Math.round(positionMs));
    await this.#sync();
  }

  async remove(tagId: number): Promise<void> {
    this.#journal().prepare('DELETE FROM places WHERE tag_id = ?').run(tagId);
    await this.#sync();
  }
}
