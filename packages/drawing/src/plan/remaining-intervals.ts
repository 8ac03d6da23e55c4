/**
 * The remaining parts of overlapping segments, as shares of their length: from, to, from, to, … There may be
 * millions.
 */
export class RemainingIntervals {
  /** Segments with removed parts, in the order in which they were added. */
  readonly segments: number[] = [];
  /** Remaining shares, in the order of `segments`. */
  shares = new Float64Array(64);
  /** 0 if no part of a segment was removed, otherwise its index in `segments` plus one. */
  readonly #which: Int32Array;
  /** Where each segment's parts start and end in `shares`. */
  #ends = new Uint32Array(64);
  #used = 0;

  constructor(segments: number) {
    this.#which = new Int32Array(segments);
  }

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

  /** Returns where a segment's parts begin in `shares`. Parts of the segment must have been removed. */
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
