/** Runs tasks strictly one after another, in the order of the calls. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all tasks so far have ended, successfully or not. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
