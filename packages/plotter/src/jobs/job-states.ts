import { AppError, type Clock, type Logger } from '@stationery/core';
import type { JobState } from '../store/job.ts';
import type { Reached, StoredJob } from '../store/jobs-table.ts';
import type { JobStore } from './job-store.ts';
import { JobUpdates } from './job-updates.ts';
import { JobWaiters } from './job-waiters.ts';
import type { LimitGuard } from './limit-guard.ts';

export interface JobStatesParts {
  jobs: JobStore;
  guard: LimitGuard;
  clock: Clock;
  log: Logger;
  tell: (id: number) => void;
  onManyChanges: () => void;
}

/** A job in one of these goes no further unless somebody asks. A paused one is only waited for. */
const restingStates: readonly JobState['state'][] = ['held', 'done', 'failed', 'cancelled', 'interrupted'];
/** If more jobs than this change together, they are reported with one event. */
const mostTold = 20;

/** The states of the jobs: each change is saved, and reported to clients and to those who wait for the end of a job. */
export class JobStates {
  readonly updates: JobUpdates;
  readonly #parts: JobStatesParts;
  readonly #waiters: JobWaiters;

  constructor(parts: JobStatesParts) {
    this.#parts = parts;
    this.updates = new JobUpdates(parts);
    this.#waiters = new JobWaiters(parts.clock);
  }

  stored(id: number): StoredJob {
    const job = this.#parts.jobs.get(id);
    if (job === undefined) throw new AppError('unknown-job', `There is no job ${id}.`);
    return job;
  }

  become(id: number, state: JobState): void {
    this.#parts.jobs.setState(id, state);
    this.updates.changed(id);
  }

  ended(id: number, state: JobState, reached: Reached): void {
    const { jobs, guard } = this.#parts;
    guard.forget(id);
    jobs.ended(id, state, reached);
    this.updates.changed(id);
    if (restingStates.includes(state.state)) this.over(id);
  }

  changed(ids: readonly number[]): void {
    if (ids.length > mostTold) this.updates.manyChanged();
    else for (const id of ids) this.updates.changed(id);
  }

  /** Nobody waits for it any more. */
  over(id: number): void {
    this.#waiters.over(id);
  }

  /** Resolves when the job has ended or needs a person, when the time is up, or at the signal. */
  async waitUntilOver(id: number, options: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    if (restingStates.includes(this.stored(id).state.state)) return;
    await this.#waiters.wait(id, options);
  }
}
