import { AppError } from './errors.ts';

/** Runs tasks one after another, in the order of the calls. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  run<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#isClosed) return Promise.reject(serviceStopping());
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Refuses further tasks. Resolves when all earlier tasks have ended, successfully or not. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#tail;
  }
}

export function serviceStopping(): AppError {
  return new AppError('service-stopping', 'The service is stopping. Try again when it is running.');
}
