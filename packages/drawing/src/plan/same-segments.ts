/** Finds segments with the same two ends, in either direction, in the grid of a tolerance. */
export class SameSegments {
  readonly #grid: number;
  readonly #table: Int32Array;
  readonly #keys: Int32Array;
  readonly #mask: number;

  constructor(segments: number, gridMm: number) {
    let size = 16;
    while (size < 2 * segments) size *= 2;
    this.#grid = 1 / gridMm;
    this.#table = new Int32Array(size).fill(-1);
    this.#keys = new Int32Array(4 * segments);
    this.#mask = size - 1;
  }

  /** The first segment like this one, or -1 for the first of its kind. `index` counts up from 0. */
  firstLike(index: number, ax: number, ay: number, bx: number, by: number): number {
    const grid = this.#grid;
    const a = Math.round(ax * grid);
    const b = Math.round(ay * grid);
    const c = Math.round(bx * grid);
    const d = Math.round(by * grid);
    const swaps = c < a || (c === a && d < b);
    const x = swaps ? c : a;
    const y = swaps ? d : b;
    const u = swaps ? a : c;
    const v = swaps ? b : d;
    const keys = this.#keys;
    keys[4 * index] = x;
    keys[4 * index + 1] = y;
    keys[4 * index + 2] = u;
    keys[4 * index + 3] = v;
    let hash =
      Math.imul(x, 0x9e3779b1) ^
      Math.imul(y, 0x85ebca6b) ^
      Math.imul(u, 0xc2b2ae35) ^
      Math.imul(v, 0x27d4eb2f);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    let slot = (hash ^ (hash >>> 13)) & this.#mask;
    for (;;) {
      const other = this.#table[slot]!;
      if (other === -1) break;
      const at = 4 * other;
      if (keys[at] === x && keys[at + 1] === y && keys[at + 2] === u && keys[at + 3] === v) return other;
      slot = (slot + 1) & this.#mask;
    }
    this.#table[slot] = index;
    return -1;
  }
}
