import { type Clock, isDiskFull } from '@stationery/core';
import type { CommandOutcome } from '../../store/job.ts';
import type { ResultEntry, ResultsTable } from '../../store/results-table.ts';
import type { AckCursor, Counted } from './ack-cursor.ts';

/** Results are written together: after this time, or when this many are waiting. */
const windowMs = 100;
const maxWaiting = 256;
const retryMs = 1000;

/**
 * The cursor counts a command before it is sent; execution is counted with the next sent command or by `settle`, so that
 * a crash leaves only commands in flight in doubt. Replies follow in the database within a tenth of a second, failures
 * at once. Failed writes stay in memory and are retried; `failure` stops the job.
 */
export class Journal {
  readonly #deps: { results: ResultsTable; cursor: AckCursor; clock: Clock; makeRoom: () => void };
  #waiting: ResultEntry[] = [];
  /** Number of executed commands per job, if not in the database yet. */
  readonly #executed = new Map<number, number>();
  /** Per job, the first command that was accepted but not executed, while its reply may be in the database. */
  readonly #takenBack = new Map<number, number>();
  /** Progress that is not in the cursor yet. */
  #uncounted: { jobId: number; counted: Counted } | undefined;
  #cancelTimer: (() => void) | undefined;
  #failure: unknown;

  constructor(deps: { results: ResultsTable; cursor: AckCursor; clock: Clock; makeRoom: () => void }) {
    this.#deps = deps;
  }

  /** Why the last write failed; it is retried. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Call it before the command is sent. */
  sent(jobId: number, counted: Counted): void {
    this.#uncounted = undefined;
    this.#count(jobId, counted);
  }

  record(jobId: number, command: number, outcome: CommandOutcome): void {
    this.keep([{ jobId, command, outcome }]);
    // Written before the command is counted, because a counted command without a record counts as successful.
    if (!outcome.ok || this.#waiting.length >= maxWaiting) this.flush();
  }

  /** The command was executed or given up. Call `sent` or `settle` in the same turn. */
  executed(jobId: number, counted: Counted): void {
    if (this.#failure !== undefined && this.#waiting.some(({ outcome }) => !outcome.ok)) return;
    this.#executed.set(jobId, counted.executed);
    this.#flushSoon();
    this.#uncounted = { jobId, counted };
  }

  /** Writes the progress of executed commands that no command follows. Returns whether there was any to write. */
  settle(): boolean {
    if (this.#uncounted === undefined) return false;
    const { jobId, counted } = this.#uncounted;
    this.#uncounted = undefined;
    this.#count(jobId, counted);
    return true;
  }

  keep(entries: readonly ResultEntry[]): void {
    for (const entry of entries) this.#waiting.push(entry);
    this.#flushSoon();
  }

  /** Replies from this command on were accepted but not executed. */
  takeBack(jobId: number, from: number): void {
    this.#waiting = this.#waiting.filter((entry) => !isTakenBack(entry, jobId, from));
    this.#takenBack.set(jobId, from);
    this.#flushSoon();
  }

  /** Returns whether all results can be read from the database. */
  flush(): boolean {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const isEmpty = this.#waiting.length + this.#executed.size + this.#takenBack.size === 0;
    if (isEmpty && this.#failure === undefined) return true;
    try {
      this.#write();
    } catch (error) {
      this.#failure = error;
      this.#flushSoon(retryMs);
      return false;
    }
    this.#waiting = [];
    this.#executed.clear();
    this.#takenBack.clear();
    this.#failure = undefined;
    return true;
  }

  unwritten(jobId: number): Map<number, CommandOutcome> {
    const own = this.#waiting.filter((entry) => entry.jobId === jobId);
    return new Map(own.map(({ command, outcome }) => [command, outcome]));
  }

  /** The first command whose results in the database no longer count. */
  takenBackFrom(jobId: number): number {
    return this.#takenBack.get(jobId) ?? Number.POSITIVE_INFINITY;
  }

  forget(jobId: number): void {
    this.#waiting = this.#waiting.filter((entry) => entry.jobId !== jobId);
    this.#executed.delete(jobId);
    this.#takenBack.delete(jobId);
    if (this.#uncounted?.jobId === jobId) this.#uncounted = undefined;
    // Retries after a failure, because the deleted results may have been the only ones that could not be written.
    if (this.#failure !== undefined) this.flush();
  }

  /** The job runs again from this command on. */
  rewind(jobId: number, from: number): void {
    if (!this.flush()) throw this.#failure;
    this.#uncounted = undefined;
    this.#deps.results.removeFrom(jobId, from);
    this.#deps.cursor.write(jobId, { executed: from, sent: from });
  }

  close(): void {
    this.settle();
    this.flush();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #flushSoon(delayMs = windowMs): void {
    this.#cancelTimer ??= this.#deps.clock.after(delayMs, () => this.flush());
  }

  #write(): void {
    const { results, makeRoom } = this.#deps;
    try {
      results.recordAll(this.#waiting, this.#executed, this.#takenBack);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      makeRoom();
      results.recordAll(this.#waiting, this.#executed, this.#takenBack);
    }
  }

  #count(jobId: number, counted: Counted): void {
    try {
      this.#deps.cursor.write(jobId, counted);
    } catch (error) {
      this.#failure = error;
      this.#flushSoon(retryMs);
    }
  }
}

function isTakenBack({ jobId, command, outcome }: ResultEntry, of: number, from: number): boolean {
  return jobId === of && command >= from && outcome.ok;
}
