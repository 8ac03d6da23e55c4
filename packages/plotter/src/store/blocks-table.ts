import type { Database } from '@stationery/core';

export const commandsPerBlock = 1000;

export const isWholeBlock = `block >= 0 AND block * ${commandsPerBlock} < total
  AND length(commands) - length(replace(commands, char(10), '')) + 1
    = min(${commandsPerBlock}, total - block * ${commandsPerBlock})`;

export class BlocksTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  add(jobId: number, block: number, commands: readonly string[], timesMs: readonly number[]): void {
    const estimatedMs = timesMs.reduce((sum, timeMs) => sum + timeMs, 0);
    this.#database
      .prepare('INSERT INTO job_blocks VALUES (?, ?, ?, ?, ?)')
      .run(jobId, block, commands.join('\n'), estimatedMs, Buffer.from(Float32Array.from(timesMs).buffer));
  }

  commands(jobId: number, block: number): string[] {
    const row = this.#database
      .prepare('SELECT commands FROM job_blocks WHERE job_id = ? AND block = ?')
      .get(jobId, block) as { commands: string } | undefined;
    return row === undefined ? [] : row.commands.split('\n');
  }

  /** Some may be lost after damage to the database. */
  isWhole(jobId: number, total: number): boolean {
    const { n } = this.#database
      .prepare(
        `SELECT count(*) AS n FROM job_blocks, (SELECT ? AS total) WHERE job_id = ? AND ${isWholeBlock}`,
      )
      .get(total, jobId) as { n: number };
    return n === Math.ceil(total / commandsPerBlock);
  }

  estimatesMs(jobId: number): number[] {
    const rows = this.#database
      .prepare('SELECT estimated_ms FROM job_blocks WHERE job_id = ? ORDER BY block')
      .all(jobId) as { estimated_ms: number }[];
    return rows.map((row) => row.estimated_ms);
  }

  timesMs(jobId: number, block: number): Float32Array {
    const row = this.#database
      .prepare('SELECT times_ms FROM job_blocks WHERE job_id = ? AND block = ?')
      .get(jobId, block) as { times_ms: ArrayBuffer | Buffer } | undefined;
    // Copied, because floats must be aligned to four bytes.
    return new Float32Array(
      row === undefined ? [] : Uint8Array.from(Buffer.from(row.times_ms as Buffer)).buffer,
    );
  }

  copy(fromJob: number, toJob: number): void {
    this.#database
      .prepare(
        'INSERT INTO job_blocks SELECT ?, block, commands, estimated_ms, times_ms FROM job_blocks WHERE job_id = ?',
      )
      .run(toJob, fromJob);
  }
}
