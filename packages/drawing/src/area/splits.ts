import { Segments } from './segments.ts';

/** Points at which to split segments: a linked list for each segment. */
export class Splits {
  private readonly segments: Segments;
  private readonly heads: Int32Array;
  private readonly next: number[] = [];
  private readonly xs: number[] = [];
  private readonly ys: number[] = [];

  constructor(segments: Segments) {
    this.segments = segments;
    this.heads = new Int32Array(segments.count).fill(-1);
  }

  get count(): number {
    return this.next.length;
  }

  add(index: number, x: number, y: number): void {
    this.next.push(this.heads[index] as number);
    this.xs.push(x);
    this.ys.push(y);
    this.heads[index] = this.next.length - 1;
  }

  /**
   * Returns the segments with the splits applied. Those without a split come first; `oldCount` is their number.
   */
  apply(): [segments: Segments, oldCount: number] {
    const { segments, heads } = this;
    const out = new Segments();
    for (let index = 0; index < segments.count; index++)
      if ((heads[index] as number) < 0)
        out.add(
          segments.x0[index]!,
          segments.y0[index]!,
          segments.x1[index]!,
          segments.y1[index]!,
          segments.deltas[0][index]!,
          segments.deltas[1][index]!,
        );
    const oldCount = out.count;
    for (let index = 0; index < segments.count; index++)
      if ((heads[index] as number) >= 0) this.cut(index, out);
    return [out, oldCount];
  }

  private cut(index: number, out: Segments): void {
    const { segments, xs, ys } = this;
    const x0 = segments.x0[index] as number;
    const y0 = segments.y0[index] as number;
    const x1 = segments.x1[index] as number;
    const y1 = segments.y1[index] as number;
    const one = segments.deltas[0][index] as number;
    const other = segments.deltas[1][index] as number;
    const along = (at: number) => (xs[at]! - x0) * (x1 - x0) + (ys[at]! - y0) * (y1 - y0);
    const places: number[] = [];
    for (let at = this.heads[index] as number; at >= 0; at = this.next[at] as number) places.push(at);
    // The same point may occur several times; `add` drops pieces without length.
    places.sort((a, b) => along(a) - along(b) || xs[a]! - xs[b]! || ys[a]! - ys[b]!);
    let x = x0;
    let y = y0;
    for (const at of places) {
      out.add(x, y, xs[at]!, ys[at]!, one, other);
      x = xs[at] as number;
      y = ys[at] as number;
    }
    out.add(x, y, x1, y1, one, other);
  }
}
