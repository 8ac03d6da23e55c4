import { directionsOf, firstEndsOf, verticesOf } from './first-ends.ts';
import type { SegmentList } from './segment-list.ts';

const fewestDirections = 32;
const mostDirections = 512;

/**
 * The first ends of segments by direction and by place, so that those that lie along a line and belong to lines of
 * about its direction are found without looking at any other. Which end is first is told by the direction, not by
 * how the line is drawn: of two lines that share a part, the first end of one then always lies along the other.
 */
export class DirectionGrid {
  readonly #minX: number;
  readonly #minY: number;
  readonly #cellMm: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Where each cell begins in `#members`. */
  readonly #starts: Uint32Array;
  readonly #members: Int32Array;
  /** Beside the members, so that a look at a cell is a look at one place in memory. */
  readonly #memberX: Float64Array;
  readonly #memberY: Float64Array;
  readonly #xy: Float64Array;
  readonly #directions: number;
  readonly #direction: Uint16Array;

  constructor(xy: Float64Array, segments: SegmentList, isLeftOut: Uint8Array, marginMm: number) {
    this.#xy = xy;
    const { minX, minY, maxX, maxY } = boxOf(xy);
    this.#minX = minX;
    this.#minY = minY;
    // Lines that stay within the margin over their length differ by less than two such directions.
    const wanted = Math.floor((Math.PI * meanOf(segments.lengthMm)) / marginMm);
    const directions = Math.min(mostDirections, Math.max(fewestDirections, wanted));
    this.#directions = directions;
    // About one end in a cell of each direction.
    const cells = Math.max(1, segments.count / directions);
    const wide = Math.max(maxX - minX, 1);
    const high = Math.max(maxY - minY, 1);
    this.#cellMm = Math.max(Math.sqrt((wide * high) / cells), Math.max(wide, high) / 4096, 0.5);
    this.#columns = Math.floor(wide / this.#cellMm) + 1;
    this.#rows = Math.floor(high / this.#cellMm) + 1;
    const isReversed = new Uint8Array(segments.count);
    this.#direction = directionsOf(xy, segments, directions, isReversed);
    const ends = firstEndsOf(this.#direction, directions, isLeftOut);
    const vertex = verticesOf(ends, segments.point, isReversed);
    const cellOf = this.#cellsOf(ends, vertex);
    this.#starts = startsOf(cellOf, directions * this.#columns * this.#rows);
    this.#members = new Int32Array(ends.length);
    this.#memberX = new Float64Array(ends.length);
    this.#memberY = new Float64Array(ends.length);
    const next = this.#starts.slice();
    for (let at = 0; at < ends.length; at++) {
      const slot = next[cellOf[at]!]!++;
      this.#members[slot] = ends[at]!;
      this.#memberX[slot] = xy[2 * vertex[at]!]!;
      this.#memberY[slot] = xy[2 * vertex[at]! + 1]!;
    }
  }

  /** See `firstEndsOf`, by place: looked up in this order, near ones are in the cache of the processor. */
  get ends(): Int32Array {
    return this.#members;
  }

  /** Calls `found` with the segments of all ends that lie along a segment, within the margin. */
  along(
    segment: number,
    point: number,
    lengthMm: number,
    marginMm: number,
    found: (other: number) => void,
  ): void {
    const xy = this.#xy;
    const starts = this.#starts;
    const members = this.#members;
    const memberX = this.#memberX;
    const memberY = this.#memberY;
    const columns = this.#columns;
    const rows = this.#rows;
    const ax = xy[2 * point]!;
    const ay = xy[2 * point + 1]!;
    const bx = xy[2 * point + 2]!;
    const by = xy[2 * point + 3]!;
    const ux = (bx - ax) / lengthMm;
    const uy = (by - ay) / lengthMm;
    const own = this.#direction[segment]!;
    const directions = this.#directions;
    const minX = this.#minX;
    const minY = this.#minY;
    const cellMm = this.#cellMm;
    const firstColumn = cellAt((ax < bx ? ax : bx) - marginMm - minX, cellMm, columns);
    const lastColumn = cellAt((ax < bx ? bx : ax) + marginMm - minX, cellMm, columns);
    const slope = bx === ax ? 0 : (by - ay) / (bx - ax);
    for (let column = firstColumn; column <= lastColumn; column++) {
      let low = ay < by ? ay : by;
      let high = ay < by ? by : ay;
      if (bx !== ax && firstColumn !== lastColumn) {
        const left = minX + column * cellMm - marginMm;
        const atLeft = ay + slope * (left - ax);
        const atRight = ay + slope * (left + cellMm + 2 * marginMm - ax);
        low = Math.max(low, Math.min(atLeft, atRight));
        high = Math.min(high, Math.max(atLeft, atRight));
      }
      const lastRow = cellAt(high + marginMm - minY, cellMm, rows);
      for (let row = cellAt(low - marginMm - minY, cellMm, rows); row <= lastRow; row++) {
        for (let turn = own - 1; turn <= own + 1; turn++) {
          const direction = turn < 0 ? directions - 1 : turn === directions ? 0 : turn;
          const cell = (direction * rows + row) * columns + column;
          const end = starts[cell + 1]!;
          for (let at = starts[cell]!; at < end; at++) {
            const px = memberX[at]! - ax;
            const py = memberY[at]! - ay;
            const off = px * uy - py * ux;
            if (off > marginMm || off < -marginMm || members[at]! >> 1 === segment) continue;
            const along = px * ux + py * uy;
            if (along >= -marginMm && along <= lengthMm + marginMm) found(members[at]! >> 1);
          }
        }
      }
    }
  }

  #cellsOf(ends: Int32Array, vertex: Uint32Array): Int32Array {
    const xy = this.#xy;
    const direction = this.#direction;
    const minX = this.#minX;
    const minY = this.#minY;
    const cellMm = this.#cellMm;
    const columns = this.#columns;
    const rows = this.#rows;
    const cells = new Int32Array(ends.length);
    for (let at = 0; at < ends.length; at++) {
      const column = cellAt(xy[2 * vertex[at]!]! - minX, cellMm, columns);
      const row = cellAt(xy[2 * vertex[at]! + 1]! - minY, cellMm, rows);
      cells[at] = (direction[ends[at]! >> 1]! * rows + row) * columns + column;
    }
    return cells;
  }
}

function cellAt(fromEdgeMm: number, cellMm: number, cells: number): number {
  const cell = Math.floor(fromEdgeMm / cellMm);
  return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}

// Each loop is a function of its own: in the first plan of a process they are compiled while they run, small ones sooner.

function boxOf(xy: Float64Array): { minX: number; minY: number; maxX: number; maxY: number } {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let at = 0; at < xy.length; at += 2) {
    const x = xy[at]!;
    const y = xy[at + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

function meanOf(numbers: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at]!;
  return sum / numbers.length;
}

/** Where each cell begins, by counting what comes into it. */
function startsOf(cellOf: Int32Array, cells: number): Uint32Array {
  const starts = new Uint32Array(cells + 1);
  for (let at = 0; at < cellOf.length; at++) starts[cellOf[at]! + 1]!++;
  for (let cell = 1; cell <= cells; cell++) starts[cell]! += starts[cell - 1]!;
  return starts;
}
