import type { Database } from '@stationery/core';

export const commandsPerBlock = 1000;

export class BlocksTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(jobId: number, block: number, commands: readonly string[], estimatedMs: number): void {
    this.#database
      .prepare('INSERT INTO job_blocks VALUES (?, ?, ?, ?)')
      .run(jobId, block, commands.join('\n'), estimatedMs);
  }

  commands(jobId: number, block: number): string[] {
    const row = this.#database
      .prepare('SELECT commands FROM job_blocks WHERE job_id = ? AND block = ?')
      .get(jobId, block) as { commands: string } | undefined;
    return row === undefined ? [] : row.commands.split('\n');
  }

  /** The estimated time of every block, in order. */
  estimatesMs(jobId: number): number[] {
    const rows = this.#database
      .prepare('SELECT estimated_ms FROM job_blocks WHERE job_id = ? ORDER BY block')
      .all(jobId) as { estimated_ms: number }[];
    return rows.map((row) => row.estimated_ms);
  }

  copy(fromJob: number, toJob: number): void {
    this.#database
      .prepare(
        'INSERT INTO job_blocks SELECT ?, block, commands, estimated_ms FROM job_blocks WHERE job_id = ?',
      )
      .run(toJob, fromJob);
  }
}
