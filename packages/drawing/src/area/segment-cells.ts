import type { Segments } from './segments.ts';

const maxCellsAcross = 2048;
const fewMembers = 12;

/** Divides the grid into square cells, each with a list of the segments in or near it. */
export class SegmentCells {
  private readonly segments: Segments;
  private readonly across: number;
  private readonly size: number;
  private readonly starts: Uint32Array;
  private readonly members: Uint32Array;

  constructor(segments: Segments, extent: number) {
    this.segments = segments;
    const { count } = segments;
    let length = 0;
    for (let index = 0; index < count; index++)
      length +=
        Math.abs(segments.x1[index]! - segments.x0[index]!) +
        Math.abs(segments.y1[index]! - segments.y0[index]!);
    // Use several cells per segment, because most outlines leave most of the page empty, but fewer if segments
    // are so long that each would be in most cells.
    const forLongOnes = (8 * count * extent) / Math.max(1, length);
    this.across = Math.max(
      1,
      Math.min(maxCellsAcross, Math.floor(Math.min(3 * Math.sqrt(count), forLongOnes))),
    );
    this.size = (extent + 1) / this.across;
    this.starts = new Uint32Array(this.across * this.across + 1);
    for (let index = 0; index < count; index++)
      this.visit(index, (cell) => {
        (this.starts[cell + 1] as number)++;
      });
    for (let cell = 0; cell < this.across * this.across; cell++)
      this.starts[cell + 1]! += this.starts[cell] as number;
    const next = this.starts.slice();
    this.members = new Uint32Array(this.starts[this.across * this.across] as number);
    for (let index = 0; index < count; index++)
      this.visit(index, (cell) => {
        this.members[next[cell]!++] = index;
      });
  }

  get entries(): number {
    return this.members.length;
  }

  /** Returns the segments in or near the cell of a point, some of which may not be near the point. */
  near(x: number, y: number): Uint32Array {
    return this.list(this.cell(y) * this.across + this.cell(x));
  }

  /** Calls `action` for each pair that may meet, possibly repeatedly. Skips pairs of two old segments. */
  pairs(oldCount: number, work: (units: number) => void, action: (one: number, other: number) => void): void {
    for (let cell = 0; cell < this.across * this.across; cell++) {
      const list = this.list(cell);
      if (list.length < 2 || (list.at(-1) as number) < oldCount) continue;
      if (list.length <= fewMembers) {
        work(list.length * list.length);
        for (let at = 1; at < list.length; at++)
          for (let before = 0; before < at; before++)
            if (list[at]! >= oldCount) action(list[before] as number, list[at] as number);
      } else {
        this.sweep(list, oldCount, work, action);
      }
    }
  }

  /** Finds pairs in a crowded cell with a sweep along the axis on which the segments overlap least. */
  private sweep(
    list: Uint32Array,
    oldCount: number,
    work: (units: number) => void,
    action: (one: number, other: number) => void,
  ): void {
    const { x0, y0, x1, y1 } = this.segments;
    const isAlongX = crowding(list, x0, x1) <= crowding(list, y0, y1);
    const [from, to] = isAlongX ? [x0, x1] : [y0, y1];
    const low = (index: number) => Math.min(from[index]!, to[index]!);
    const sorted = list.slice().sort((one, other) => low(one) - low(other));
    work(list.length * 20);
    for (let at = 0; at < sorted.length; at++) {
      const one = sorted[at] as number;
      const end = Math.max(from[one]!, to[one]!);
      let next = at + 1;
      for (; next < sorted.length && low(sorted[next] as number) <= end; next++) {
        const other = sorted[next] as number;
        if (one >= oldCount || other >= oldCount) action(one, other);
      }
      work((next - at) * 2);
    }
  }

  private list(cell: number): Uint32Array {
    return this.members.subarray(this.starts[cell], this.starts[cell + 1]);
  }

  private visit(index: number, action: (cell: number) => void): void {
    const x0 = this.segments.x0[index] as number;
    const y0 = this.segments.y0[index] as number;
    const x1 = this.segments.x1[index] as number;
    const y1 = this.segments.y1[index] as number;
    const left = Math.min(x0, x1);
    const right = Math.max(x0, x1);
    const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0);
    const lastRow = this.cell(Math.max(y0, y1) + 1);
    for (let row = this.cell(Math.min(y0, y1) - 1); row <= lastRow; row++) {
      let from = left;
      let to = right;
      if (slope !== 0) {
        const one = x0 + slope * (row * this.size - 2 - y0);
        const other = x0 + slope * ((row + 1) * this.size + 2 - y0);
        from = Math.max(left, Math.min(one, other));
        to = Math.min(right, Math.max(one, other));
      }
      const lastColumn = this.cell(to + 1);
      for (let column = this.cell(from - 1); column <= lastColumn; column++)
        action(row * this.across + column);
    }
  }

  private cell(place: number): number {
    return Math.max(0, Math.min(this.across - 1, Math.floor(place / this.size)));
  }
}

/** Returns how many segments cover a position on an axis on average. */
function crowding(list: Uint32Array, from: readonly number[], to: readonly number[]): number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const index of list) {
    const one = from[index] as number;
    const other = to[index] as number;
    lowest = Math.min(lowest, one, other);
    highest = Math.max(highest, one, other);
    sum += Math.abs(one - other) + 1;
  }
  return sum / (highest - lowest + 1);
}
