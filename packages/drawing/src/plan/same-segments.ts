/** An entry has a hash, and the index of a segment plus one. An empty slot has 0. */
const perEntry = 2;

/**
 * Finds equal segments: their ends, in either direction, are in the same cells of a grid as fine as the
 * tolerance.
 */
export class SameSegments {
  readonly #xy: Float64Array;
  readonly #grid: number;
  readonly #table: Int32Array;
  readonly #mask: number;

  /** A segment is named by its first point in `xy`. The table holds up to `segments` segments. */
  constructor(xy: Float64Array, gridMm: number, segments: number) {
    let size = 16;
    while (size < 2 * segments) size *= 2;
    this.#xy = xy;
    this.#grid = 1 / gridMm;
    this.#table = new Int32Array(perEntry * size);
    this.#mask = size - 1;
  }

  /** Whether an equal segment was kept before. If `isKept`, keeps this segment. */
  isThere(segment: number, isKept: boolean): boolean {
    const number = this.#numberOf(segment);
    const table = this.#table;
    const mask = this.#mask;
    let slot = (number ^ (number >>> 13)) & mask;
    for (;;) {
      const other = table[perEntry * slot + 1]! - 1;
      if (other === -1) break;
      if (table[perEntry * slot] === number && this.#areSame(segment, other)) return true;
      slot = (slot + 1) & mask;
    }
    if (!isKept) return false;
    table[perEntry * slot] = number;
    table[perEntry * slot + 1] = segment + 1;
    return false;
  }

  /** Returns a number that is the same for equal segments, in either direction. */
  #numberOf(segment: number): number {
    const grid = this.#grid;
    const at = 2 * segment;
    const begin = numberOfPoint(this.#xy[at]! * grid, this.#xy[at + 1]! * grid);
    const end = numberOfPoint(this.#xy[at + 2]! * grid, this.#xy[at + 3]! * grid);
    let mixed = Math.imul(begin + end, 0x2c1b3c6d) ^ Math.imul(begin ^ end, 0x297a2d39);
    mixed ^= mixed >>> 15;
    return mixed;
  }

  #areSame(one: number, other: number): boolean {
    return (
      (this.#meet(one, other) && this.#meet(one + 1, other + 1)) ||
      (this.#meet(one, other + 1) && this.#meet(one + 1, other))
    );
  }

  #meet(point: number, other: number): boolean {
    const xy = this.#xy;
    const grid = this.#grid;
    return (
      Math.round(xy[2 * point]! * grid) === Math.round(xy[2 * other]! * grid) &&
      Math.round(xy[2 * point + 1]! * grid) === Math.round(xy[2 * other + 1]! * grid)
    );
  }
}

function numberOfPoint(x: number, y: number): number {
  const mixed = Math.imul(Math.round(x), 0x9e3779b1) ^ Math.imul(Math.round(y), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}
