import { type Clock, isDiskFull, type Logger } from '@stationery/core';
import type { MachinePosition } from '../../drivers/language/machine-position.ts';
import { isOver, type JobState } from '../../store/job.ts';
import type { JobChange, JobsTable, NewJob, OpenJob, Reached, StoredJob } from '../../store/jobs-table.ts';
import type { Journal } from './journal.ts';

interface JobStoreDeps {
  table: JobsTable;
  /** Written before the end of a job is saved. A job whose end was not saved is recovered at the next start. */
  journal: Pick<Journal, 'flush' | 'failure'>;
  clock: Clock;
  log: Logger;
  makeRoom: () => void;
}

const retryMs = 1000;

/**
 * Changes take effect in memory first and are then saved, so that a full or broken disk never keeps a stopped machine or
 * an ended job running. Failed saves are retried. If the service ends first, its next start holds and interrupts
 * unfinished jobs.
 */
export class JobStore {
  readonly #deps: JobStoreDeps;
  readonly #open: Map<number, OpenJob>;
  readonly #unsaved = new Map<number, JobChange>();
  #failure: unknown;
  #cancelRetry: (() => void) | undefined;

  constructor(deps: JobStoreDeps) {
    this.#deps = deps;
    this.#open = deps.table.openJobs();
  }

  /** Why changes are only in memory, if they are. */
  get failure(): unknown {
    return this.#failure;
  }

  begin(): number {
    return this.#deps.table.begin();
  }

  accept(id: number, job: NewJob, state: JobState): void {
    this.#deps.table.accept(id, job, state);
    this.#open.set(id, { state, queueOrder: id });
  }

  /** Removes jobs that were never accepted. They are hidden, so a failure can be retried later. */
  removeUnaccepted(): void {
    try {
      this.#deps.table.removeUnaccepted();
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'incomplete jobs not removed');
    }
  }

  get(id: number): StoredJob | undefined {
    const stored = this.#deps.table.get(id);
    return stored === undefined ? undefined : this.#current(stored);
  }

  list(limit: number, before: number): StoredJob[] {
    return this.#deps.table.list(limit, before).map((job) => this.#current(job));
  }

  /** Returns ids in queue order. */
  idsIn(...states: JobState['state'][]): number[] {
    const ids: number[] = [];
    for (const [id, { state }] of this.#open) if (states.includes(state.state)) ids.push(id);
    return ids.sort((one, other) => this.#orderOf(one) - this.#orderOf(other));
  }

  countIn(wanted: JobState['state']): number {
    let count = 0;
    for (const { state } of this.#open.values()) if (state.state === wanted) count++;
    return count;
  }

  inStates(...states: JobState['state'][]): StoredJob[] {
    return this.idsIn(...states)
      .map((id) => this.get(id))
      .filter((job) => job !== undefined);
  }

  byIdempotencyKey(key: string): { id: number; digest: string } | undefined {
    return this.#deps.table.byIdempotencyKey(key);
  }

  digestOf(id: number): string {
    return this.#deps.table.digestOf(id);
  }

  setState(id: number, state: JobState): void {
    this.note([id], state);
    this.save();
  }

  /** Changes the state in memory only, until `save`. */
  note(ids: readonly number[], state: JobState): void {
    for (const id of ids) this.#change(id, { state });
  }

  /** `place`: machine position before the first command; undefined for a resumed run. */
  started(id: number, session: number, place: MachinePosition | undefined): void {
    const startedAt = this.get(id)?.startedAt ?? new Date().toISOString();
    this.#change(id, {
      startedAt,
      endedAt: null,
      session,
      ...(place !== undefined && { startPlace: place }),
    });
    this.save();
  }

  /** Saved together with the start of the run. */
  pausesAnswered(id: number, command: number): void {
    this.#change(id, { pausesAnswered: command + 1 });
  }

  isOvertaken(job: StoredJob): boolean {
    return this.#deps.table.isOvertaken(job);
  }

  /** Saved together with the start of the run. */
  askForSheet(job: StoredJob): StoredJob {
    this.#change(job.id, { newSheet: true });
    return { ...job, newSheet: true };
  }

  setSession(id: number, session: number): void {
    this.#change(id, { session });
    this.save();
  }

  /** Sorts these jobs within the places that they have in the queue. Returns the jobs that moved. */
  reorder(ids: readonly number[]): number[] {
    const places = ids.map((id) => this.#orderOf(id)).sort((one, other) => one - other);
    const moved = new Map(ids.map((id, at) => [id, places[at] ?? id] as const));
    for (const [id, queueOrder] of moved) {
      if (queueOrder === this.#orderOf(id)) moved.delete(id);
      else this.#change(id, { queueOrder });
    }
    this.save();
    return [...moved.keys()];
  }

  /** Moves resumable jobs to a session that has the same origin. */
  moveSession(from: number, to: number): void {
    for (const { id, session } of this.inStates('paused', 'interrupted'))
      if (session === from) this.#change(id, { session: to });
    this.save();
  }

  /** A job moved the origin: other resumable jobs now refer to an origin that no session has. */
  originMoved(now: number, by: number): void {
    for (const { id, session } of this.inStates('paused', 'interrupted'))
      if (session === now && id !== by) this.#change(id, { session: 0 });
    this.save();
  }

  /** A user has set the origin for all resumable jobs. */
  moveResumable(to: number): void {
    for (const id of this.idsIn('paused', 'interrupted')) this.#change(id, { session: to });
    this.save();
  }

  /** Records the end of a run. A paused job gets no end time, because it has not ended. */
  ended(id: number, state: JobState, reached: Reached): void {
    const { completed, failed, executed, sent, progress, durationMs } = reached;
    const endedAt = state.state === 'paused' ? null : new Date().toISOString();
    this.#change(id, { state, completed, failed, executed, sent, progress, durationMs, endedAt });
    this.save();
  }

  remove(id: number): void {
    this.#deps.table.remove(id);
    this.#open.delete(id);
    this.#unsaved.delete(id);
    // Clears the failure if nothing else is unsaved.
    if (this.#unsaved.size === 0) this.#failure = undefined;
  }

  /** Removes a hidden job. If that fails, the next start removes it. */
  drop(id: number): void {
    try {
      this.remove(id);
    } catch (error) {
      this.#open.delete(id);
      this.#deps.log.warn({ err: error, job: id }, 'incomplete job not removed');
    }
  }

  /** Saves all changes in one transaction. Returns false on failure, which is retried automatically. */
  save(): boolean {
    if (this.#unsaved.size === 0) {
      this.#failure = undefined;
      return true;
    }
    const { table, journal, clock, log, makeRoom } = this.#deps;
    try {
      if (!journal.flush()) throw journal.failure;
      try {
        table.save(this.#unsaved);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        makeRoom();
        table.save(this.#unsaved);
      }
    } catch (error) {
      if (this.#failure === undefined) log.error({ err: error }, 'jobs could not be saved');
      this.#failure = error;
      this.#cancelRetry ??= clock.after(retryMs, () => {
        this.#cancelRetry = undefined;
        this.save();
      });
      return false;
    }
    if (this.#failure !== undefined) log.info('jobs are saved again');
    this.#failure = undefined;
    this.#unsaved.clear();
    return true;
  }

  close(): void {
    this.save();
    this.#cancelRetry?.();
  }

  #orderOf(id: number): number {
    return this.#open.get(id)?.queueOrder ?? id;
  }

  #change(id: number, change: JobChange): void {
    this.#unsaved.set(id, { ...this.#unsaved.get(id), ...change });
    const { state = this.#open.get(id)?.state, queueOrder = this.#orderOf(id) } = change;
    if (state === undefined || isOver(state)) this.#open.delete(id);
    else this.#open.set(id, { state, queueOrder });
  }

  #current(stored: StoredJob): StoredJob {
    return { ...stored, ...this.#unsaved.get(stored.id) };
  }
}
