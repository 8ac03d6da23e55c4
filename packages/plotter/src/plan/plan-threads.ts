import type { Clock } from '@stationery/core';
import { PlanThread } from './plan-thread.ts';

/** A warm thread takes a fraction of the time to plan again. */
const spareThreadMs = 60_000;
/** Threads that hold more memory are ended; the file size does not predict it. */
const maxHeldBytes = 128 * 1024 * 1024;

/** Keeps one thread for a while, because it has loaded and compiled the planner. */
export class PlanThreads {
  readonly #heapMiB: number;
  readonly #clock: Clock;
  #spare: PlanThread | undefined;
  #cancelEnd: () => void = () => undefined;
  #isClosed = false;

  constructor(heapMiB: number, clock: Clock) {
    this.#heapMiB = heapMiB;
    this.#clock = clock;
  }

  take(): PlanThread {
    const spare = this.#takeSpare();
    const thread = spare === undefined || spare.hasEnded ? new PlanThread(this.#heapMiB) : spare;
    thread.isAwaited = true;
    return thread;
  }

  async release(thread: PlanThread): Promise<void> {
    const isKept = !this.#isClosed && this.#spare === undefined && thread.heldBytes <= maxHeldBytes;
    if (!isKept || !thread.forget()) return thread.close();
    thread.isAwaited = false;
    this.#spare = thread;
    this.#cancelEnd = this.#clock.after(spareThreadMs, () => void this.#takeSpare()?.close());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#takeSpare()?.close();
  }

  #takeSpare(): PlanThread | undefined {
    const spare = this.#spare;
    this.#cancelEnd();
    this.#spare = undefined;
    return spare;
  }
}
