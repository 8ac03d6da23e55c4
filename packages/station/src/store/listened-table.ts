import type { Database } from '@stationery/core';

export interface Listened {
  /** The date; null if the station does not know it. */
  day: string | null;
  usedMs: number;
  /** How long the station has run on this day. */
  runMs: number;
}

/** Listening time of the day, in a single row. It is written without a sync every minute of playback. */
export class ListenedTable {
  readonly #journal: () => Database;

  constructor(journal: () => Database) {
    this.#journal = journal;
  }

  get(): Listened | undefined {
    const row = this.#journal().prepare('SELECT day, used_ms, run_ms FROM listened').get() as
      | { day: string | null; used_ms: number; run_ms: number }
      | undefined;
    return row && { day: row.day, usedMs: row.used_ms, runMs: row.run_ms };
  }

  set({ day, usedMs, runMs }: Listened): void {
    this.#journal()
      .prepare('INSERT OR REPLACE INTO listened (id, day, used_ms, run_ms) VALUES (1, ?, ?, ?)')
      .run(day, Math.round(usedMs), Math.round(runMs));
  }
}
