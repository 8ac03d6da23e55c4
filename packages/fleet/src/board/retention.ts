import { Objm } from '@nats-io/obj';
import { fleetObjects } from '@stationery/contract/fleet';
import type { Broker } from '../broker/connect-broker.ts';
import type { JobQueue } from './job-queue.ts';

export const historyJobs = 2_000;
/** Number of jobs by which the limit may be exceeded before the surplus is removed in one batch. */
const slack = 100;

/** Removes the oldest finished jobs, and drawings that no other job uses. */
export class Retention {
  readonly #deps: { broker: Broker; queue: JobQueue; most: number };
  /** Drawings of jobs that are being submitted. */
  readonly #inUse = new Map<string, number>();

  constructor(deps: { broker: Broker; queue: JobQueue; most: number }) {
    this.#deps = deps;
  }

  /** Keeps a drawing while `work` submits its job, because the drawing is stored before the job that refers to it. */
  async keep<T>(object: string, work: () => Promise<T>): Promise<T> {
    this.#inUse.set(object, (this.#inUse.get(object) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (this.#inUse.get(object) ?? 1) - 1;
      if (left > 0) this.#inUse.set(object, left);
      else this.#inUse.delete(object);
    }
  }

  async run(): Promise<void> {
    const { queue, broker, most } = this.#deps;
    const { over } = queue.index;
    if (over.size <= most + Math.min(slack, most)) return;
    const old = [...over.values()].slice(0, over.size - most);
    await queue.remove(old.map(({ id }) => id));
    const left = new Set(queue.all().map(({ content }) => content.object));
    const drawings = await new Objm(broker.current.js).open(fleetObjects.drawings);
    for (const object of new Set(old.map(({ content }) => content.object)))
      if (!left.has(object) && !this.#inUse.has(object)) await drawings.delete(object);
  }
}
