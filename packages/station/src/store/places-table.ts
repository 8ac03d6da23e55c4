import type { Database } from '@stationery/core';

interface PlaybackPosition {
  fileId: number;
  positionMs: number;
  /** Seed of the shuffled order; 0 if not shuffled. */
  seed: number;
}

const maxEpisodes = 500;

/**
 * Playback positions. They are written every few seconds without a sync, so a power cut loses those since the
 * last `sync`.
 */
export class PlacesTable {
  readonly #journal: () => Database;
  readonly #sync: () => Promise<void>;

  constructor(parts: { journal: () => Database; sync: () => Promise<void> }) {
    this.#journal = parts.journal;
    this.#sync = parts.sync;
  }

  get(tagId: number): PlaybackPosition | undefined {
    const row = this.#journal()
      .prepare('SELECT file_id, position_ms, seed FROM places WHERE tag_id = ?')
      .get(tagId) as { file_id: number; position_ms: number; seed: number } | undefined;
    return row && { fileId: row.file_id, positionMs: row.position_ms, seed: row.seed };
  }

  async set(tagId: number, { fileId, positionMs, seed }: PlaybackPosition): Promise<void> {
    this.#journal()
      .prepare('INSERT OR REPLACE INTO places (tag_id, file_id, position_ms, seed) VALUES (?, ?, ?, ?)')
      .run(tagId, fileId, Math.round(positionMs), seed);
    await this.#sync();
  }

  /** Returns the positions of episodes that have been played; null for those played to the end. */
  episodes(tagId: number): Map<string, number | null> {
    const rows = this.#journal()
      .prepare('SELECT episode, position_ms FROM episodes WHERE tag_id = ?')
      .all(tagId) as { episode: string; position_ms: number | null }[];
    return new Map(rows.map(({ episode, position_ms }) => [episode, position_ms]));
  }

  lastEpisode(tagId: number): string | undefined {
    const row = this.#journal()
      .prepare('SELECT episode FROM episodes WHERE tag_id = ? ORDER BY used DESC LIMIT 1')
      .get(tagId) as { episode: string } | undefined;
    return row?.episode;
  }

  async setEpisode(tagId: number, episode: string, positionMs: number | null): Promise<void> {
    const journal = this.#journal();
    journal
      .prepare(
        `INSERT OR REPLACE INTO episodes (tag_id, episode, position_ms, used)
          VALUES (?1, ?2, ?3, (SELECT coalesce(max(used), 0) + 1 FROM episodes WHERE tag_id = ?1))`,
      )
      .run(tagId, episode, positionMs === null ? null : Math.round(positionMs));
    journal
      .prepare(
        `DELETE FROM episodes WHERE tag_id = ?1
          AND used <= (SELECT used FROM episodes WHERE tag_id = ?1 ORDER BY used DESC LIMIT 1 OFFSET ?2)`,
      )
      .run(tagId, maxEpisodes);
    await this.#sync();
  }

  async remove(tagId: number): Promise<void> {
    this.#journal().prepare('DELETE FROM places WHERE tag_id = ?').run(tagId);
    await this.#sync();
  }
}
