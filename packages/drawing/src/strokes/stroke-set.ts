import type { Points } from '../drawing.ts';
import type { Box } from '../geometry/box.ts';
import type { Transform } from '../geometry/transform.ts';

/**
 * Strokes in two arrays, because objects would take ten times the memory. `starts` has each stroke's first
 * point, then the total.
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
    // The array may have room for half a point, if a stroke with an odd number of values was expected.
    if (this.#used + 2 > this.#xy.length) this.#makeRoom(2);
    this.#xy[this.#used++] = x;
    this.#xy[this.#used++] = y;
  }

  /** Adds the transformed stroke if all of it is inside the box. Points that are NaN count as outside. */
  addIfInside(points: Points, { a, b, c, d, e, f }: Transform, { minX, minY, maxX, maxY }: Box): boolean {
    this.#makeRoom(points.length);
    const into = this.#xy;
    let used = this.#used;
    for (let at = 0; at + 1 < points.length; at += 2) {
      const x = a * points[at]! + c * points[at + 1]! + e;
      const y = b * points[at]! + d * points[at + 1]! + f;
      if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return false;
      into[used++] = x;
      into[used++] = y;
    }
    this.#used = used;
    this.endStroke();
    return true;
  }

  addRange(xy: Float64Array, from: number, to: number): void {
    this.#makeRoom(2 * (to - from));
    const into = this.#xy;
    let used = this.#used;
    for (let at = 2 * from; at < 2 * to; at++) into[used++] = xy[at]!;
    this.#used = used;
  }

  addStrokes(xy: Float64Array, starts: Uint32Array, from: number, to: number): void {
    if (from === to) return;
    const first = starts[from]!;
    this.#makeRoom(2 * (starts[to]! - first));
    this.#xy.set(xy.subarray(2 * first, 2 * starts[to]!), this.#used);
    const shift = this.#used / 2 - first;
    this.#used += 2 * (starts[to]! - first);
    this.#makeRoomForStrokes(to - from);
    shifted(starts, from + 1, to + 1, shift, this.#starts, this.#count + 1);
    this.#count += to - from;
  }

  #makeRoom(numbers: number): void {
    const needed = this.#used + numbers;
    if (needed <= this.#xy.length) return;
    const larger = new Float64Array(Math.max(needed, 2 * this.#xy.length));
    larger.set(this.#xy.subarray(0, this.#used));
    this.#xy = larger;
  }

  #makeRoomForStrokes(strokes: number): void {
    const needed = this.#count + 1 + strokes;
    if (needed <= this.#starts.length) return;
    const larger = new Uint32Array(Math.max(needed, 2 * this.#starts.length));
    larger.set(this.#starts);
    this.#starts = larger;
  }

  /** Drops the current stroke if it has fewer than two points. */
  endStroke(): void {
    if (this.pointsInStroke < 2) {
      this.#used = 2 * this.#starts[this.#count]!;
      return;
    }
    this.#count++;
    if (this.#count === this.#starts.length) this.#makeRoomForStrokes(1);
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

function shifted(
  starts: Uint32Array,
  from: number,
  to: number,
  shift: number,
  into: Uint32Array,
  at: number,
): void {
  for (let stroke = from; stroke < to; stroke++) into[at + stroke - from] = starts[stroke]! + shift;
}

export function strokeOf({ xy, starts }: StrokeSet, stroke: number): Points {
  return xy.subarray(2 * starts[stroke]!, 2 * starts[stroke + 1]!);
}

export function isClosed({ xy, starts }: StrokeSet, stroke: number): boolean {
  const first = 2 * starts[stroke]!;
  const last = 2 * starts[stroke + 1]! - 2;
  return last - first >= 6 && xy[first] === xy[last] && xy[first + 1] === xy[last + 1];
}

/** Returns the length of a stroke, but stops measuring at `enoughMm`. */
export function lengthOf({ xy, starts }: StrokeSet, stroke: number, enoughMm = Infinity): number {
  let length = 0;
  const end = 2 * starts[stroke + 1]!;
  for (let at = 2 * starts[stroke]! + 2; at < end && length < enoughMm; at += 2) {
    const x = xy[at]! - xy[at - 2]!;
    const y = xy[at + 1]! - xy[at - 1]!;
    length += Math.sqrt(x * x + y * y);
  }
  return length;
}
