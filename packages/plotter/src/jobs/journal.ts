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
  /** Why the last writing failed; what waits is tried again. */
  #failure: unknown;

  constructor(parts: { results: ResultsTable; cursor: AckCursor; clock: Clock }) {
    this.#results = parts.results;
    this.#cursor = parts.cursor;
    this.#clock = parts.clock;
  }

  record(jobId: number, command: number, outcome: CommandOutcome): void {
    this.#waiting.push({ jobId, command, outcome });
    // Before it is counted: what is counted and not written is taken to have gone well.
    if (!outcome.ok || this.#failure !== undefined || this.#waiting.length >= mostWaiting) this.flush();
    else this.#cancelTimer ??= this.#clock.after(windowMs, this.#flushInTime);
    this.#cursor.write(jobId, command);
  }

  /** Everything recorded so far can be read from the database afterwards. */
  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.length > 0) this.#results.recordAll(this.#waiting);
    this.#waiting = [];
    this.#failure = undefined;
  }

  /** The commands from this one on are done again: what became of them before no longer counts. */
  rewind(jobId: number, from: number): void {
    this.flush();
    this.#results.removeFrom(jobId, from);
    this.#cursor.write(jobId, from - 1);
  }

  /** A disk that is full is told to the job, with its next command, and not to the timer. */
  readonly #flushInTime = (): void => {
    try {
      this.flush();
    } catch (error) {
      this.#failure = error;
    }
  };
}
