import type { Clock } from '@stationery/core';
import type { ResultsTable } from '../store/results-table.ts';
import type { AckCursor } from './ack-cursor.ts';
import type { CommandOutcome } from './job.ts';

/** Results are written together: at the latest after this long, or when this many are waiting. */
const windowMs = 100;
const mostWaiting = 256;

/**
 * Keeps what became of every command. Before the next line is sent, the cursor has counted the last one, so
 * that the end of the process leaves one command in doubt and no more; the texts of the replies follow in
 * the database within a tenth of a second. A failure is written at once.
 */
export class Journal {
  readonly #results: ResultsTable;
  readonly #cursor: AckCursor;
  readonly #clock: Clock;
  #waiting: { jobId: number; command: number; outcome: CommandOutcome }[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(parts: { results: ResultsTable; cursor: AckCursor; clock: Clock }) {
    this.#results = parts.results;
    this.#cursor = parts.cursor;
    this.#clock = parts.clock;
  }

  record(jobId: number, command: number, outcome: CommandOutcome): void {
    this.#cursor.write(jobId, command);
    this.#waiting.push({ jobId, command, outcome });
    if (!outcome.ok || this.#waiting.length >= mostWaiting) this.flush();
    else this.#cancelTimer ??= this.#clock.after(windowMs, () => this.flush());
  }

  /** The job does everything from this command on anew: what is kept of that is void, also after a crash. */
  goBack(jobId: number, command: number): void {
    this.flush();
    this.#results.forgetFrom(jobId, command);
    this.#cursor.write(jobId, command - 1);
  }

  /** Everything recorded so far can be read from the database afterwards. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.length === 0) return;
    const writing = this.#waiting;
    this.#waiting = [];
    this.#results.recordAll(writing);
  }
}
