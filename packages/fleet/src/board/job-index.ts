import { type JobClass, jobPriorities, type QueueJob } from '@stationery/contract/fleet';

const over = ['done', 'failed', 'cancelled'];
export const isOver = ({ state }: QueueJob): boolean => over.includes(state.state);

interface ClassQueue {
  class: JobClass;
  /** In queue order. */
  jobs: QueueJob[];
}

/** Indexes the jobs, so that no query has to search all of them. */
export class JobIndex {
  readonly #waiting = new Map<string, ClassQueue>();
  readonly #openAt = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  /** `offered` and `cancelling`: jobs that the board itself must act on, by id. */
  readonly offered = new Map<string, QueueJob>();
  readonly cancelling = new Map<string, QueueJob>();
  /** Finished jobs, the oldest first. */
  readonly over = new Map<string, QueueJob>();

  /** `before` is undefined for a new job, `after` for a removed one. */
  change(before: QueueJob | undefined, after: QueueJob | undefined): void {
    if (before !== undefined) this.#remove(before, after !== undefined && isOver(after));
    if (after !== undefined) this.#add(after);
  }

  count(state: string): number {
    return this.#counts.get(state) ?? 0;
  }

  isBusy(device: string): boolean {
    return this.#openAt.has(device);
  }

  next(fits: (wanted: JobClass) => boolean, isSelected: (job: QueueJob) => boolean): QueueJob | undefined {
    let found: QueueJob | undefined;
    for (const { class: wanted, jobs } of this.#waiting.values()) {
      if (!fits(wanted)) continue;
      const first = jobs.find(isSelected);
      if (first !== undefined && (found === undefined || compareQueueOrder(first, found) < 0)) found = first;
    }
    return found;
  }

  #add(job: QueueJob): void {
    const { state } = job;
    this.#counts.set(state.state, this.count(state.state) + 1);
    if (state.state === 'waiting') {
      const key = classKey(job.class);
      const queue = this.#waiting.get(key) ?? { class: job.class, jobs: [] };
      this.#waiting.set(key, queue);
      queue.jobs.splice(placeOf(queue.jobs, job), 0, job);
    } else if (isOver(job)) this.over.set(job.id, job);
    else if ('device' in state) {
      this.#openAt.set(state.device, (this.#openAt.get(state.device) ?? 0) + 1);
      if (state.state === 'offered') this.offered.set(job.id, job);
      if (state.state === 'cancelling') this.cancelling.set(job.id, job);
    }
  }

  #remove(job: QueueJob, staysOver: boolean): void {
    const { state } = job;
    this.#counts.set(state.state, this.count(state.state) - 1);
    if (state.state === 'waiting') {
      const key = classKey(job.class);
      const queue = this.#waiting.get(key);
      queue?.jobs.splice(placeOf(queue.jobs, job), 1);
      if (queue?.jobs.length === 0) this.#waiting.delete(key);
    } else if (isOver(job)) {
      // If a late report changes a finished job, leave the job in the map, so that it keeps its place in the order.
      if (!staysOver) this.over.delete(job.id);
    } else if ('device' in state) {
      const left = (this.#openAt.get(state.device) ?? 0) - 1;
      if (left > 0) this.#openAt.set(state.device, left);
      else this.#openAt.delete(state.device);
      this.offered.delete(job.id);
      this.cancelling.delete(job.id);
    }
  }
}

const classKey = ({ paper, pens, tags, device }: JobClass) =>
  JSON.stringify([paper?.toLowerCase(), pens, tags, device]);

/** Returns the index of the job, or the index at which to insert it. */
function placeOf(jobs: readonly QueueJob[], job: QueueJob): number {
  let [low, high] = [0, jobs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareQueueOrder(jobs[middle]!, job) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const rank = ({ priority }: QueueJob) => jobPriorities.indexOf(priority);

export function compareQueueOrder(one: QueueJob, other: QueueJob): number {
  return (
    rank(one) - rank(other) || one.order - other.order || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}
