/** Which parts of which segments are drawn already, as shares of their length from 0 to 1. */
export class CoveredParts {
  #segment: number[] = [];
  #from: number[] = [];
  #to: number[] = [];

  get isEmpty(): boolean {
    return this.#segment.length === 0;
  }

  add(segment: number, from: number, to: number): void {
    this.#segment.push(segment);
    this.#from.push(Math.min(from, to));
    this.#to.push(Math.max(from, to));
  }

  /** What is left of each segment that has covered parts: from, to, from, to, … */
  leftOver(shortest: (segment: number) => number): Map<number, number[]> {
    const order = this.#segment
      .map((_, at) => at)
      .sort(
        (one, other) => this.#segment[one]! - this.#segment[other]! || this.#from[one]! - this.#from[other]!,
      );
    const left = new Map<number, number[]>();
    let at = 0;
    while (at < order.length) {
      const segment = this.#segment[order[at]!]!;
      const least = shortest(segment);
      const parts: number[] = [];
      let reached = 0;
      for (; at < order.length && this.#segment[order[at]!] === segment; at++) {
        const from = this.#from[order[at]!]!;
        if (from - reached > least) parts.push(reached, from);
        reached = Math.max(reached, this.#to[order[at]!]!);
      }
      if (1 - reached > least) parts.push(reached, 1);
      left.set(segment, parts);
    }
    return left;
  }
}
