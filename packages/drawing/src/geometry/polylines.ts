/** Lines of points, stored in one reusable buffer. A line of two equal points is a dot. */
export class Polylines {
  points: Float64Array;
  /** Number of used elements of `points`, two per point. */
  length = 0;
  readonly ends: number[] = [];
  readonly closed: boolean[] = [];
  private from = 0;
  private readonly check: (pointCount: number) => void;

  /** `check` is called before the buffer grows, and may throw. */
  constructor(check: (pointCount: number) => void = () => {}, expectedPoints = 512) {
    this.check = check;
    this.points = new Float64Array(2 * expectedPoints);
  }

  clear(): void {
    this.length = 0;
    this.ends.length = 0;
    this.closed.length = 0;
    this.from = 0;
  }

  add(x: number, y: number): void {
    if (this.length + 2 > this.points.length) this.grow(this.length + 2);
    this.points[this.length++] = x;
    this.points[this.length++] = y;
  }

  get currentCount(): number {
    return (this.length - this.from) / 2;
  }

  /** Ends the current line; drops it if it has only one point. */
  end(closed: boolean): void {
    if (this.length - this.from < 4) {
      this.length = this.from;
      return;
    }
    this.ends.push(this.length);
    this.closed.push(closed);
    this.from = this.length;
  }

  /** Returns a copy without spare capacity. */
  compact(): Polylines {
    const copy = new Polylines(undefined, this.length / 2);
    copy.points.set(this.points.subarray(0, this.length));
    copy.length = this.length;
    copy.from = this.length;
    for (const end of this.ends) copy.ends.push(end);
    for (const isClosed of this.closed) copy.closed.push(isClosed);
    return copy;
  }

  grow(length: number): void {
    if (length <= this.points.length) return;
    this.check(length / 2);
    const larger = new Float64Array(Math.max(length, this.points.length * 2));
    larger.set(this.points);
    this.points = larger;
  }
}

export function lengthBetween(points: Float64Array, from = 0, end = points.length): number {
  let length = 0;
  for (let at = from + 2; at < end; at += 2)
    length += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  return length;
}
