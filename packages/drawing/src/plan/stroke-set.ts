import type { Points } from '../drawing.ts';

/**
 * Many strokes in two arrays: the points of all, one stroke after the other, and the index of the point at
 * which each begins, with one more for the end. A hundred thousand strokes as objects take ten times the room.
 */
export interface StrokeSet {
  readonly xy: Float64Array;
  readonly starts: Uint32Array;
  readonly count: number;
}

export class StrokeSetBuilder {
  #xy: Float64Array;
  #starts: Uint32Array;
  #used = 0;
  #count = 0;

  constructor(expectedPoints = 1024, expectedStrokes = 256) {
    this.#xy = new Float64Array(2 * Math.max(1, expectedPoints));
    this.#starts = new Uint32Array(Math.max(1, expectedStrokes) + 1);
  }

  get pointsInStroke(): number {
    return this.#used / 2 - this.#starts[this.#count]!;
  }

  add(x: number, y: number): void {
    if (this.#used === this.#xy.length) {
      const larger = new Float64Array(2 * this.#xy.length);
      larger.set(this.#xy);
      this.#xy = larger;
    }
    this.#xy[this.#used++] = x;
    this.#xy[this.#used++] = y;
  }

  /** Points of another array, from one up to, not with, another. */
  addRange(xy: Float64Array, from: number, to: number): void {
    const needed = this.#used + 2 * (to - from);
    if (needed > this.#xy.length) {
      const larger = new Float64Array(Math.max(needed, 2 * this.#xy.length));
      larger.set(this.#xy.subarray(0, this.#used));
      this.#xy = larger;
    }
    const into = this.#xy;
    let used = this.#used;
    for (let at = 2 * from; at < 2 * to; at++) into[used++] = xy[at]!;
    this.#used = used;
  }

  /** Strokes of another set, from one up to, not with, another. */
  addStrokes(xy: Float64Array, starts: Uint32Array, from: number, to: number): void {
    this.addRange(xy, starts[from]!, starts[to]!);
    const used = this.#used;
    const shift = used / 2 - starts[to]!;
    for (let stroke = from; stroke < to; stroke++) {
      this.#used = 2 * (starts[stroke + 1]! + shift);
      this.endStroke();
    }
    this.#used = used;
  }

  /** A stroke of fewer than two points is none. */
  endStroke(): void {
    if (this.pointsInStroke < 2) {
      this.#used = 2 * this.#starts[this.#count]!;
      return;
    }
    this.#count++;
    if (this.#count === this.#starts.length) {
      const larger = new Uint32Array(2 * this.#starts.length);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count] = this.#used / 2;
  }

  build(): StrokeSet {
    return {
      xy: this.#xy.subarray(0, this.#used),
      starts: this.#starts.subarray(0, this.#count + 1),
      count: this.#count,
    };
  }
}

export function strokeOf({ xy, starts }: StrokeSet, stroke: number): Points {
  return xy.subarray(2 * starts[stroke]!, 2 * starts[stroke + 1]!);
}

export function isClosed({ xy, starts }: StrokeSet, stroke: number): boolean {
  const first = 2 * starts[stroke]!;
  const last = 2 * starts[stroke + 1]! - 2;
  return last - first >= 6 && xy[first] === xy[last] && xy[first + 1] === xy[last + 1];
}

export function lengthOf({ xy, starts }: StrokeSet, stroke: number): number {
  let length = 0;
  for (let at = 2 * starts[stroke]! + 2; at < 2 * starts[stroke + 1]!; at += 2) {
    const x = xy[at]! - xy[at - 2]!;
    const y = xy[at + 1]! - xy[at - 1]!;
    length += Math.sqrt(x * x + y * y);
  }
  return length;
}
