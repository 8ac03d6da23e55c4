import { type Clock, isDiskFull } from '@stationery/core';
import type { CommandOutcome } from '../store/job.ts';
import type { ResultsTable } from '../store/results-table.ts';
import type { AckCursor, Counted } from './ack-cursor.ts';

/** Results are written together: at the latest after this long, or when this many are waiting. */
const windowMs = 100;
const mostWaiting = 256;
/** How often it is tried again where they could not be written. */
const retryMs = 1000;

export interface Entry {
  jobId: number;
  command: number;
  outcome: CommandOutcome;
}

/**
 * Keeps the outcome of every command: whether it was sent, what the machine replied, and whether it was carried out. The
 * cursor counts a command before it is sent. That it was carried out is counted with the next one that is sent, or by
 * `settle` before anybody waits, so that the end of the process leaves in doubt what the machine was busy with and no
 * more; the texts of the replies follow in the
 * database within a tenth of a second, with how many commands were carried out by then. A failure is written at once.
 * What cannot be written stays in memory and is tried again; the job learns it from `failure`, and takes the machine no
 * further.
 */
export class Journal {
  readonly #parts: { results: ResultsTable; cursor: AckCursor; clock: Clock; makeRoom: () => void };
  #waiting: Entry[] = [];
  /** How many commands of a job were carried out, where that is not in the database yet. */
  readonly #executed = new Map<number, number>();
  /** From which command on a job was accepted and not carried out, where the replies may be in the database. */
  readonly #takenBack = new Map<number, number>();
  /** What was carried out, where the cursor does not say so yet. */
  #uncounted: { jobId: number; counted: Counted } | undefined;
  #cancelTimer: (() => void) | undefined;
  #failure: unknown;

  constructor(parts: { results: ResultsTable; cursor: AckCursor; clock: Clock; makeRoom: () => void }) {
    this.#parts = parts;
  }

  /** Why the last writing failed; what waits is tried again. */
  get failure(): unknown {
    return this.#failure;
  }

  /** The next command is going to be sent. */
  sent(jobId: number, counted: Counted): void {
    this.#uncounted = undefined;
    this.#count(jobId, counted);
  }

  /** The machine has replied to a command, or never will. */
  record(jobId: number, command: number, outcome: CommandOutcome): void {
    this.keep([{ jobId, command, outcome }]);
    // Before it is counted: a command that is counted and has no record counts as successful.
    if (!outcome.ok || this.#waiting.length >= mostWaiting) this.flush();
  }

  /** A command was carried out, or never will be. To be followed by `sent` or `settle` in the same turn. */
  executed(jobId: number, counted: Counted): void {
    if (this.#failure !== undefined && this.#waiting.some(({ outcome }) => !outcome.ok)) return;
    this.#executed.set(jobId, counted.executed);
    this.#cancelTimer ??= this.#parts.clock.after(windowMs, this.#flushInTime);
    this.#uncounted = { jobId, counted };
  }

  /** Counts what was carried out, where no other command was sent behind it. Whether there was anything to count. */
  settle(): boolean {
    if (this.#uncounted === undefined) return false;
    const { jobId, counted } = this.#uncounted;
    this.#uncounted = undefined;
    this.#count(jobId, counted);
    return true;
  }

  /** To be written soon. */
  keep(entries: readonly Entry[]): void {
    for (const entry of entries) this.#waiting.push(entry);
    this.#cancelTimer ??= this.#parts.clock.after(windowMs, this.#flushInTime);
  }

  /** The machine did not carry out the commands from this one on that it had accepted: they have no result. */
  takeBack(jobId: number, from: number): void {
    this.#waiting = this.#waiting.filter((entry) => !isTakenBack(entry, jobId, from));
    this.#takenBack.set(jobId, from);
    this.#cancelTimer ??= this.#parts.clock.after(windowMs, this.#flushInTime);
  }

  /** Whether everything recorded so far can be read from the database afterwards. */
  flush(): boolean {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const isEmpty = this.#waiting.length + this.#executed.size + this.#takenBack.size === 0;
    if (isEmpty && this.#failure === undefined) return true;
    try {
      this.#write();
    } catch (error) {
      this.#failure = error;
      this.#cancelTimer = this.#parts.clock.after(retryMs, this.#flushInTime);
      return false;
    }
    this.#waiting = [];
    this.#executed.clear();
    this.#takenBack.clear();
    this.#failure = undefined;
    return true;
  }

  /** What of a job could not be written yet, by command. */
  unwritten(jobId: number): Map<number, CommandOutcome> {
    const own = this.#waiting.filter((entry) => entry.jobId === jobId);
    return new Map(own.map(({ command, outcome }) => [command, outcome]));
  }

  /** From this command on, results in the database no longer count. */
  takenBackFrom(jobId: number): number {
    return this.#takenBack.get(jobId) ?? Number.POSITIVE_INFINITY;
  }

  /** The job was deleted, and with it the outcomes of its commands. */
  forget(jobId: number): void {
    this.#waiting = this.#waiting.filter((entry) => entry.jobId !== jobId);
    this.#executed.delete(jobId);
    this.#takenBack.delete(jobId);
    if (this.#uncounted?.jobId === jobId) this.#uncounted = undefined;
    // It may have been all that could not be written.
    if (this.#failure !== undefined) this.flush();
  }

  /** The commands from this one on are done again: their earlier outcomes no longer count. */
  rewind(jobId: number, from: number): void {
    if (!this.flush()) throw this.#failure;
    this.#uncounted = undefined;
    this.#parts.results.removeFrom(jobId, from);
    this.#parts.cursor.write(jobId, { executed: from, sent: from });
  }

  close(): void {
    this.settle();
    this.flush();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  readonly #flushInTime = (): void => {
    this.flush();
  };

  #write(): void {
    const { results, makeRoom } = this.#parts;
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
      this.#parts.cursor.write(jobId, counted);
    } catch (error) {
      this.#failure = error;
      this.#cancelTimer ??= this.#parts.clock.after(retryMs, this.#flushInTime);
    }
  }
}

function isTakenBack({ jobId, command, outcome }: Entry, of: number, from: number): boolean {
  return jobId === of && command >= from && outcome.ok;
}
