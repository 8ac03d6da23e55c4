import { lengthOf, type StrokeSet, StrokeSetBuilder } from '../strokes/stroke-set.ts';

/**
 * Maximum number of comparisons, which take about half a second. Further marks are drawn without a comparison.
 */
const maxLooks = 5e7;

/**
 * Removes strokes shorter than `withinMm` that lie within that distance of a longer stroke or of a drawn mark, because
 * that ink covers them.
 */
export function withoutHiddenMarks(strokes: StrokeSet, withinMm: number): StrokeSet {
  const marks = marksIn(strokes, withinMm);
  if (marks.length === 0) return strokes;
  const isHidden = new MarkGrid(strokes, marks, withinMm).hidden();
  return withoutStrokes(strokes, (stroke) => isHidden[stroke] === 1);
}

export function withoutShort(strokes: StrokeSet, minMm: number): StrokeSet {
  return withoutStrokes(strokes, (stroke) => lengthOf(strokes, stroke, minMm) < minMm);
}

function withoutStrokes(strokes: StrokeSet, isLeftOut: (stroke: number) => boolean): StrokeSet {
  const { xy, starts, count } = strokes;
  let into: StrokeSetBuilder | undefined;
  let from = 0;
  for (let stroke = 0; stroke < count; stroke++) {
    if (!isLeftOut(stroke)) continue;
    into ??= new StrokeSetBuilder(xy.length / 2, count);
    into.addStrokes(xy, starts, from, stroke);
    from = stroke + 1;
  }
  if (into === undefined) return strokes;
  into.addStrokes(xy, starts, from, count);
  return into.build();
}

function marksIn(strokes: StrokeSet, shorterThanMm: number): Uint32Array {
  const found = new Uint32Array(strokes.count);
  let used = 0;
  for (let stroke = 0; stroke < strokes.count; stroke++)
    if (lengthOf(strokes, stroke, shorterThanMm) < shorterThanMm) found[used++] = stroke;
  return found.subarray(0, used);
}

class MarkGrid {
  readonly #strokes: StrokeSet;
  readonly #marks: Uint32Array;
  readonly #withinMm: number;
  /** Maximum distance from a mark's first point to other ink that covers the whole mark. */
  readonly #reach: Float64Array;
  readonly #isHidden: Uint8Array;
  #minX = Infinity;
  #minY = Infinity;
  #columns = 1;
  #rows = 1;
  #cellMm: number;
  #cellStarts: Uint32Array;
  #inCells: Uint32Array;
  #looks = 0;

  constructor(strokes: StrokeSet, marks: Uint32Array, withinMm: number) {
    this.#strokes = strokes;
    this.#marks = marks;
    this.#withinMm = withinMm;
    this.#reach = Float64Array.from(marks, (stroke) => withinMm - lengthOf(strokes, stroke));
    this.#isHidden = new Uint8Array(strokes.count);
    let [maxX, maxY] = [-Infinity, -Infinity];
    for (let mark = 0; mark < marks.length; mark++) {
      const [x, y] = [this.#x(mark), this.#y(mark)];
      if (x < this.#minX) this.#minX = x;
      if (y < this.#minY) this.#minY = y;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
    }
    const [width, height] = [maxX - this.#minX, maxY - this.#minY];
    this.#cellMm = Math.max(
      withinMm,
      Math.sqrt((width / marks.length) * height),
      width / marks.length,
      height / marks.length,
    );
    this.#columns = Math.floor(width / this.#cellMm) + 1;
    this.#rows = Math.floor(height / this.#cellMm) + 1;
    this.#cellStarts = new Uint32Array(this.#columns * this.#rows + 1);
    this.#inCells = new Uint32Array(marks.length);
    this.#sort();
  }

  hidden(): Uint8Array {
    this.#hideUnderLines();
    this.#hideUnderMarks();
    return this.#isHidden;
  }

  #hideUnderLines(): void {
    const { xy, starts, count } = this.#strokes;
    let mark = 0;
    for (let stroke = 0; stroke < count && this.#looks < maxLooks; stroke++) {
      if (this.#marks[mark] === stroke) {
        mark++;
        continue;
      }
      for (let at = 2 * starts[stroke]!; at + 3 < 2 * starts[stroke + 1]!; at += 2)
        this.#hideAlong(xy[at]!, xy[at + 1]!, xy[at + 2]!, xy[at + 3]!);
    }
  }

  #hideUnderMarks(): void {
    for (let mark = 0; mark < this.#marks.length && this.#looks < maxLooks; mark++) {
      if (this.#isHidden[this.#marks[mark]!] === 1) continue;
      const [x, y] = [this.#x(mark), this.#y(mark)];
      // Earlier marks are already drawn or hidden.
      this.#hideAlong(x, y, x, y, mark);
    }
  }

  /** Hides the marks covered by a line, if their index is above `after`. */
  #hideAlong(x0: number, y0: number, x1: number, y1: number, after = -1): void {
    const within = this.#withinMm;
    const [top, bottom] = y0 < y1 ? [y0, y1] : [y1, y0];
    const firstRow = this.#row(top - within);
    const lastRow = this.#row(bottom + within);
    if (lastRow < 0 || firstRow >= this.#rows) return;
    const slope = y1 === y0 ? 0 : (x1 - x0) / (y1 - y0);
    for (let row = Math.max(0, firstRow); row <= Math.min(lastRow, this.#rows - 1); row++) {
      const rowTop = Math.max(top, this.#minY + row * this.#cellMm - within);
      const rowBottom = Math.min(bottom, this.#minY + (row + 1) * this.#cellMm + within);
      const xTop = y1 === y0 ? x0 : x0 + slope * (rowTop - y0);
      const xBottom = y1 === y0 ? x1 : x0 + slope * (rowBottom - y0);
      const from = Math.max(0, this.#column(Math.min(xTop, xBottom) - within));
      const to = Math.min(this.#columns - 1, this.#column(Math.max(xTop, xBottom) + within));
      this.#looks++;
      for (let column = from; column <= to; column++)
        this.#hideInCell(row * this.#columns + column, x0, y0, x1, y1, after);
    }
  }

  #hideInCell(cell: number, x0: number, y0: number, x1: number, y1: number, after: number): void {
    const end = this.#cellStarts[cell + 1]!;
    this.#looks += 1 + end - this.#cellStarts[cell]!;
    for (let at = this.#cellStarts[cell]!; at < end; at++) {
      const mark = this.#inCells[at]!;
      if (mark <= after) continue;
      const reach = this.#reach[mark]!;
      if (squaredDistance(this.#x(mark), this.#y(mark), x0, y0, x1, y1) <= reach * reach)
        this.#isHidden[this.#marks[mark]!] = 1;
    }
  }

  #sort(): void {
    const { length } = this.#marks;
    const starts = this.#cellStarts;
    for (let mark = 0; mark < length; mark++) starts[this.#cellOf(mark) + 1]!++;
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
    const next = starts.slice();
    for (let mark = 0; mark < length; mark++) this.#inCells[next[this.#cellOf(mark)]!++] = mark;
  }

  #cellOf(mark: number): number {
    return this.#row(this.#y(mark)) * this.#columns + this.#column(this.#x(mark));
  }

  #column(x: number): number {
    return Math.floor((x - this.#minX) / this.#cellMm);
  }

  #row(y: number): number {
    return Math.floor((y - this.#minY) / this.#cellMm);
  }

  #x(mark: number): number {
    return this.#strokes.xy[2 * this.#strokes.starts[this.#marks[mark]!]!]!;
  }

  #y(mark: number): number {
    return this.#strokes.xy[2 * this.#strokes.starts[this.#marks[mark]!]! + 1]!;
  }
}

function squaredDistance(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const squaredLength = dx * dx + dy * dy;
  const along = squaredLength === 0 ? 0 : ((x - x0) * dx + (y - y0) * dy) / squaredLength;
  const share = Math.min(1, Math.max(0, along));
  return (x0 + share * dx - x) ** 2 + (y0 + share * dy - y) ** 2;
}
