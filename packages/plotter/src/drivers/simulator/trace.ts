import type { Point } from '../language/geometry.ts';

/** Corners in steps, relative to the first carriage position. */
export interface Stroke {
  readonly points: readonly Point[];
}

/** Takes eight bytes per corner. */
export class Trace {
  readonly #maxPoints: number;
  #xy = new Int32Array(1024);
  #points = 0;
  /** First corner of each path. Pen-down paths are drawn. */
  #starts: number[] = [];
  #down: boolean[] = [];
  #last: Point;
  #penDown = false;
  /** Whether corners were dropped because there were too many. */
  truncated = false;
  strokeCount = 0;

  constructor(at: Point, maxPoints: number) {
    this.#maxPoints = maxPoints;
    this.#last = at;
    this.#begin(false);
  }

  setPen(down: boolean): void {
    if (down !== this.#penDown) this.#begin(down);
  }

  lineTo(to: Point): void {
    if (to.x === this.#last.x && to.y === this.#last.y) return;
    this.#last = to;
    this.#add(to);
  }

  /** A move by hand leaves no trace. */
  jumpTo(to: Point): void {
    this.#last = to;
    this.#begin(this.#penDown);
  }

  clear(): void {
    this.#points = 0;
    this.#starts = [];
    this.#down = [];
    this.truncated = false;
    this.strokeCount = 0;
    this.#begin(this.#penDown);
  }

  /** Travel without motion is omitted; a stroke may be a dot. The last path extends to `tip`, the pen position. */
  *ways(down: boolean, tip: Point): Generator<Stroke> {
    for (const [at, start] of this.#starts.entries()) {
      if (this.#down[at] !== down) continue;
      const next = this.#starts[at + 1];
      const points = this.#slice(start, next ?? this.#points);
      const { x, y } = points.at(-1)!;
      if (next === undefined && !this.truncated && (tip.x !== x || tip.y !== y)) points.push(tip);
      if (points.length >= (down ? 1 : 2)) yield { points };
    }
  }

  #slice(start: number, end: number): Point[] {
    const points: Point[] = [];
    for (let at = start; at < end; at++) points.push({ x: this.#xy[2 * at]!, y: this.#xy[2 * at + 1]! });
    return points;
  }

  #begin(down: boolean): void {
    this.#penDown = down;
    if (this.#points >= this.#maxPoints) this.truncated = true;
    if (this.truncated) return;
    const atLast = this.#starts.length - 1;
    if (this.#down[atLast] === false && this.#starts[atLast] === this.#points - 1) {
      // The last path has no length, so drop it.
      this.#points--;
      this.#starts.pop();
      this.#down.pop();
    }
    this.#starts.push(this.#points);
    this.#down.push(down);
    this.#add(this.#last);
    if (down) this.strokeCount++;
  }

  #add({ x, y }: Point): void {
    if (this.#points >= this.#maxPoints) this.truncated = true;
    if (this.truncated) return;
    if (2 * this.#points === this.#xy.length) {
      const larger = new Int32Array(2 * this.#xy.length);
      larger.set(this.#xy);
      this.#xy = larger;
    }
    this.#xy[2 * this.#points] = x;
    this.#xy[2 * this.#points + 1] = y;
    this.#points++;
  }
}
