/** A part of the free space that an upload counts on and has not written yet. */
export interface SpacePromise {
  readonly bytes: number;
  written(bytes: number): void;
  end(): void;
}

/**
 * What uploads under way will still write. Whoever comes when all that is free is promised is refused at once;
 * otherwise several uploads would fill the card together, and all of them fail.
 */
export class PromisedSpace {
  readonly #promises = new Set<SpacePromise>();

  get bytes(): number {
    let sum = 0;
    for (const promise of this.#promises) sum += promise.bytes;
    return sum;
  }

  promise(bytes: number): SpacePromise {
    let writtenBytes = 0;
    const promise: SpacePromise = {
      get bytes() {
        return Math.max(0, bytes - writtenBytes);
      },
      written: (sofar) => {
        writtenBytes = sofar;
      },
      end: () => this.#promises.delete(promise),
    };
    this.#promises.add(promise);
    return promise;
  }
}
