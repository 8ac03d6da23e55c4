import { type Database, runTransaction } from '@stationery/core';
import type { CommandOutcome } from './job.ts';

interface Row {
  command: number;
  ok: number;
  terminal_line: string;
  lines: string | null;
  error: 'timeout' | 'disconnected' | null;
}

export interface ResultEntry {
  jobId: number;
  command: number;
  outcome: CommandOutcome;
}

export class ResultsTable {
  readonly #database: Database;
  readonly #insert: { run(...values: unknown[]): unknown };
  readonly #takeBack: { run(...values: unknown[]): unknown };
  readonly #count: { run(...values: unknown[]): unknown };

  constructor(database: Database) {
    this.#database = database;
    // One call for all rows, because calling the database costs more than inserting a row.
    this.#insert = database.prepare(
      `INSERT OR REPLACE INTO job_results
       SELECT value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 FROM json_each(?)`,
    );
    this.#takeBack = database.prepare('DELETE FROM job_results WHERE job_id = ? AND command >= ? AND ok = 1');
    this.#count = database.prepare('UPDATE jobs SET executed = ? WHERE id = ?');
  }

  /**
   * Writes everything in one transaction, because the device answers faster than the disk. `executed`: number of
   * executed commands, counted from the first, by job. Replies may be stored before execution; those from `takenBack`
   * on were never executed.
   */
  recordAll(
    entries: readonly ResultEntry[],
    executed: ReadonlyMap<number, number>,
    takenBack: ReadonlyMap<number, number>,
  ): void {
    runTransaction(this.#database, () => {
      for (const [jobId, from] of takenBack) this.#takeBack.run(jobId, from);
      this.#insert.run(JSON.stringify(entries.map(toRow)));
      for (const [jobId, count] of executed) this.#count.run(count, jobId);
    });
  }

  page(jobId: number, from: number, limit: number): { command: number; outcome: CommandOutcome }[] {
    const rows = this.#database
      .prepare('SELECT * FROM job_results WHERE job_id = ? AND command >= ? ORDER BY command LIMIT ?')
      .all(jobId, from, limit) as Row[];
    return rows.map((row) => ({ command: row.command, outcome: fromRow(row) }));
  }

  counts(
    jobId: number,
    before = Number.MAX_SAFE_INTEGER,
  ): { completed: number; failed: number; last: number } {
    const row = this.#database
      .prepare(
        `SELECT count(*) AS n, coalesce(sum(ok), 0) AS good, coalesce(max(command), -1) AS last
         FROM job_results WHERE job_id = ? AND command < ?`,
      )
      .get(jobId, before) as { n: number; good: number; last: number };
    return { completed: row.good, failed: row.n - row.good, last: row.last };
  }

  /** The job runs again from this command on. */
  removeFrom(jobId: number, command: number): void {
    runTransaction(this.#database, () => {
      this.#database.prepare('DELETE FROM job_results WHERE job_id = ? AND command >= ?').run(jobId, command);
      this.#count.run(command, jobId);
    });
  }

  /** Returns the commands that were refused or unanswered, and the unanswered ones among them. */
  failures(jobId: number, before: number): { failed: Set<number>; unanswered: Set<number> } {
    const rows = this.#database
      .prepare('SELECT command, error FROM job_results WHERE job_id = ? AND command < ? AND ok = 0')
      .all(jobId, before) as Pick<Row, 'command' | 'error'>[];
    return {
      failed: new Set(rows.map((row) => row.command)),
      unanswered: new Set(rows.filter(({ error }) => error !== null).map((row) => row.command)),
    };
  }
}

function toRow({ jobId, command, outcome }: ResultEntry) {
  const { ok, terminalLine, lines, error = null } = outcome;
  const onlyTerminal = lines.length === 1 && lines[0] === terminalLine;
  return [jobId, command, ok ? 1 : 0, terminalLine, onlyTerminal ? null : JSON.stringify(lines), error];
}

function fromRow(row: Row): CommandOutcome {
  return {
    ok: row.ok === 1,
    terminalLine: row.terminal_line,
    lines: row.lines === null ? [row.terminal_line] : (JSON.parse(row.lines) as string[]),
    ...(row.error === null ? {} : { error: row.error }),
  };
}
