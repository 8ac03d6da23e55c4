import type { Database } from '@stationery/core';

export interface Listened {
  /** Null if the station does not know the date. */
  day: string | null;
  usedMs: number;
  /** How long the station has run on this day. */
  runMs: number;
}

/** A single row, written every minute of playback without a sync. */
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
