import { AppError, type Clock, type Logger } from '@stationery/core';
import type { JobState } from '../../store/job.ts';
import type { Reached, StoredJob } from '../../store/jobs-table.ts';
import type { LimitGuard } from '../check/limit-guard.ts';
import type { JobStore } from '../record/job-store.ts';
import { JobUpdates } from '../run/job-updates.ts';

interface JobStatesDeps {
  jobs: JobStore;
  guard: LimitGuard;
  clock: Clock;
  log: Logger;
  tell: (id: number) => void;
  onManyChanges: () => void;
}

/** A paused job counts as running. */
const restingStates: readonly JobState['state'][] = ['held', 'done', 'failed', 'cancelled', 'interrupted'];
/** If more jobs than this change together, they are reported with one event. */
const maxJobEvents = 20;

export class JobStates {
  readonly updates: JobUpdates;
  readonly #deps: JobStatesDeps;
  readonly #waiters: JobWaiters;

  constructor(deps: JobStatesDeps) {
    this.#deps = deps;
    this.updates = new JobUpdates(deps);
    this.#waiters = new JobWaiters(deps.clock);
  }

  stored(id: number): StoredJob {
    const job = this.#deps.jobs.get(id);
    if (job === undefined) throw new AppError('unknown-job', `There is no job ${id}.`);
    return job;
  }

  become(id: number, state: JobState): void {
    this.#deps.jobs.setState(id, state);
    this.updates.changed(id);
  }

  ended(id: number, state: JobState, reached: Reached): void {
    const { jobs, guard } = this.#deps;
    guard.forget(id);
    jobs.ended(id, state, reached);
    this.updates.changed(id);
    if (restingStates.includes(state.state)) this.over(id);
  }

  changed(ids: readonly number[]): void {
    if (ids.length > maxJobEvents) this.updates.manyChanged();
    else for (const id of ids) this.updates.changed(id);
  }

  over(id: number): void {
    this.#waiters.over(id);
  }

  /** Resolves when the job has ended or needs a user, on timeout or abort. */
  async waitUntilOver(id: number, options: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    if (restingStates.includes(this.stored(id).state.state)) return;
    await this.#waiters.wait(id, options);
  }
}

class JobWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Map<number, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async wait(id: number, { signal, waitMs }: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    if (signal.aborted) return;
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters);
    await new Promise<void>((resolve) => {
      const cancelTimer = waitMs === undefined ? undefined : this.#clock.after(waitMs, () => end());
      const end = () => {
        cancelTimer?.();
        waiters.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      waiters.add(end);
      signal.addEventListener('abort', end);
    });
    if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
  }

  over(id: number): void {
    for (const end of [...(this.#waiters.get(id) ?? [])]) end();
  }
}
