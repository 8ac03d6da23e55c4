import { Worker } from 'node:worker_threads';
import type { Clock } from '@stationery/core';
import { type MetadataTask, nothingKnown, type ReadMetadata } from './metadata-messages.ts';

/** The built file, because a worker thread cannot run TypeScript. */
const workerFile = new URL('../../dist/metadata/metadata-worker.js', import.meta.url);

/** Files that exceed the limits of time or memory are treated as malicious. */
const timeoutMs = 10_000;
const heapMiB = 64;
/** Ends the idle thread to free its memory. */
const idleMs = 5_000;

/** Reads files one at a time. The thread starts on demand. */
export class MetadataThread {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #cancelIdle = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Never fails: unreadable files have no metadata. Takes ownership of the handle. */
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
      // Passes on no options, such as a debugger port.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    // After an error, such as lack of memory, the thread ends and pending reads notice.
    worker.on('error', () => undefined);
    worker.unref();
    return worker;
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}
