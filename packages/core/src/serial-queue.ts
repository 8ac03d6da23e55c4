/** Runs pieces of work strictly one after another, in the order they were asked for. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T> | T): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything asked for so far is done, well or badly. */
  async idle(): Promise<void> {
    await this.#tail;
  }
}
