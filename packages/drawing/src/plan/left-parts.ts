const nothing: readonly number[] = [];

/** What is left of segments that lie over others: from, to, from, to, … as shares of their length. */
export class LeftParts {
  /** By segment: 0 where nothing was taken from it, else one more than the index of what is left. Of most, that is nothing. */
  readonly #which: Int32Array;
  readonly #parts: (readonly number[])[] = [nothing];

  constructor(segments: number) {
    this.#which = new Int32Array(segments);
  }

  set(segment: number, parts: readonly number[]): void {
    this.#which[segment] = parts.length === 0 ? 1 : this.#parts.push(parts);
  }

  /** Undefined where nothing was taken from it. */
  get(segment: number): readonly number[] | undefined {
    const which = this.#which[segment]!;
    return which === 0 ? undefined : this.#parts[which - 1];
  }

  /** The first segment from one on that something was taken from, or the number of all. */
  next(from: number): number {
    let segment = from;
    while (segment < this.#which.length && this.#which[segment] === 0) segment++;
    return segment;
  }
}
