import { Worker } from 'node:worker_threads';
import type { Clock } from '@stationery/core';
import { type MetadataTask, nothingKnown, type ReadMetadata } from './metadata-messages.ts';

/** Built, also for the sources: a thread cannot run TypeScript. */
const workerFile = new URL('../../dist/metadata/metadata-worker.js', import.meta.url);

/** A file that takes longer, or more memory, is made to do so. */
const timeoutMs = 10_000;
const heapMiB = 64;
/** A thread takes memory, so that it ends when there is nothing to read. */
const idleMs = 5_000;

/** The thread that reads files, one at a time; started when there is something to read. */
export class MetadataThread {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #cancelIdle = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Never fails: what cannot be read says nothing of itself. Takes the handle. */
  async read(task: MetadataTask): Promise<ReadMetadata> {
    this.#cancelIdle();
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const found = await new Promise<ReadMetadata>((resolve) => {
      const over = (result: ReadMetadata) => {
        cancel();
        worker.off('message', over).off('exit', fail);
        resolve(result);
      };
      const fail = () => {
        this.#end(worker);
        over(nothingKnown);
      };
      const cancel = this.#clock.after(timeoutMs, fail);
      worker.on('message', over).on('exit', fail);
      worker.postMessage(task, [task.handle]);
    });
    this.#cancelIdle = this.#clock.after(idleMs, () => this.close());
    return found;
  }

  close(): void {
    this.#cancelIdle();
    if (this.#worker !== undefined) this.#end(this.#worker);
  }

  #start(): Worker {
    const worker = new Worker(workerFile, {
      // This process's own options, such as a debugger's port, are not for the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    // Too much memory, for example: it ends, and that is seen by whoever waits for it.
    worker.on('error', () => undefined);
    // It keeps no station from ending.
    worker.unref();
    return worker;
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}
