import type { Clock } from '@stationery/core';
import { PlanThread } from './plan-thread.ts';

/** For somebody who plans again with another margin: the second plan then takes a fraction of the first. */
const spareThreadMs = 60_000;
/** What a larger drawing took of memory is given back at once; the size of the file does not tell. */
const mostHeldBytes = 128 * 1024 * 1024;

/** Threads for drawings. One is kept for a while: it has loaded and compiled what the next drawing needs. */
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
    const isKept = !this.#isClosed && this.#spare === undefined && thread.heldBytes <= mostHeldBytes;
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
