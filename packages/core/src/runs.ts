import { AppError, messageOf } from './errors.ts';
import type { Logger } from './logger.ts';

/** A failing step is logged and the others still run, because the data folder must be released. */
export class CleanupStack {
  readonly #log: Logger;
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Runs all steps. Further calls wait for the same run. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        this.#log.error({ reason: messageOf(error) }, 'stopping a part of the service failed');
      }
    }
  }
}

export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  run<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#isClosed) return Promise.reject(serviceStopping());
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all earlier tasks have ended, successfully or not. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#tail;
  }
}

/** Loads a value on first use, because it takes memory. */
export class OnDemand<T extends { close(): void }> {
  readonly #load: () => Promise<T>;
  #loading: Promise<T> | undefined;
  #loaded: T | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  get loaded(): T | undefined {
    return this.#loaded;
  }

  async get(): Promise<T> {
    this.#loading ??= this.#load();
    this.#loaded = await this.#loading;
    return this.#loaded;
  }

  async close(): Promise<void> {
    (await this.#loading)?.close();
  }
}

export function serviceStopping(): AppError {
  return new AppError('service-stopping', 'The service is stopping. Try again when it is running.');
}

export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Returns a function that runs `work`. Calls during a run share the next run, so no result is older than its
 * call.
 */
export function sharedRun<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  const begin = (): Promise<T> => {
    const run = work().finally(() => {
      if (running === run) running = undefined;
    });
    running = run;
    return run;
  };

  return () => {
    if (running === undefined) return begin();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
