import { Worker } from 'node:worker_threads';
import type { Clock } from '@stationery/core';
import { type MetadataTask, nothingKnown, type ReadMetadata } from './metadata-messages.ts';

/** The built file, because a worker thread cannot run TypeScript. */
const workerFile = new URL('../../dist/metadata/metadata-worker.js', import.meta.url);

/** Limits of time and memory for one file. A file that exceeds them is treated as malicious. */
const timeoutMs = 10_000;
const heapMiB = 64;
/** The thread ends after being idle for this time, to free its memory. */
const idleMs = 5_000;

/** Reads files one at a time. The thread starts on demand. */
export class MetadataThread {
  readonly #clock: Clock;
  #worker: Worker | undefined;
  #cancelIdle = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Reads the metadata of a file. Never rejects, because an unreadable file just has no metadata. Takes
   * ownership of the handle.
   */
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
      // Pass on no options of this process, such as a debugger port.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    });
    // Ignore the error, for example lack of memory: the thread ends, and pending reads notice that.
    worker.on('error', () => undefined);
    worker.unref();
    return worker;
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}
