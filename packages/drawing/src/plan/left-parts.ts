/** Remaining parts of overlapping segments, as shares of their length: from, to, from, to, … There may be millions. */
export class LeftParts {
  /** The segments that something was taken from, as they came. */
  readonly segments: number[] = [];
  /** Of all of them, one after the other. */
  shares = new Float64Array(64);
  /** By segment: 0 where nothing was taken from it, else one more than its place among those that something was taken from. */
  readonly #which: Int32Array;
  /** Where the shares of each begin, and where they end. */
  #ends = new Uint32Array(64);
  #used = 0;

  constructor(segments: number) {
    this.#which = new Int32Array(segments);
  }

  /** From here on, what is left of one more segment is added. */
  open(segment: number): void {
    if (this.segments.length + 1 === this.#ends.length) this.#ends = twice(this.#ends, Uint32Array);
    this.#which[segment] = this.segments.push(segment);
    this.#ends[this.segments.length] = this.#used;
  }

  add(from: number, to: number): void {
    if (this.#used + 2 > this.shares.length) this.shares = twice(this.shares, Float64Array);
    this.shares[this.#used++] = from;
    this.shares[this.#used++] = to;
    this.#ends[this.segments.length] = this.#used;
  }

  isWhole(segment: number): boolean {
    return this.#which[segment] === 0;
  }

  /** Where the shares of a segment begin that something was taken from. */
  beginOf(segment: number): number {
    return this.#ends[this.#which[segment]! - 1]!;
  }

  endOf(segment: number): number {
    return this.#ends[this.#which[segment]!]!;
  }
}

function twice<Numbers extends Float64Array | Uint32Array>(
  few: Numbers,
  kind: new (length: number) => Numbers,
): Numbers {
  const more = new kind(2 * few.length);
  more.set(few);
  return more;
}
