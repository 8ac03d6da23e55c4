import { byCell } from './cells.ts';
import type { Segments } from './segments.ts';

const fewestDirections = 32;
const mostDirections = 512;

/** Of a segment and one with an end along it, within the margin. Says whether that is enough. */
export type FoundAlong = (segment: number, other: number) => boolean;

/**
 * The first ends of segments by direction and by place, so that those that lie along a line and belong to lines of
 * about its direction are found without looking at any other. Which end is first follows from the direction, not by
 * how the line is drawn: of two lines that share a part, the first end of one then always lies along the other.
 */
export class DirectionGrid {
  readonly #xy: Float64Array;
  readonly #minX: number;
  readonly #minY: number;
  readonly #cellMm: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #directions: number;
  /** By segment. */
  readonly #direction: Uint16Array;
  /** Where each cell begins in `#members`: of one place all directions, with the last before the first and the first after the last. */
  readonly #starts: Uint32Array;
  /** As 2 · segment, and 1 more where it is there for the second time; by place: those that lie near each other are looked up together. */
  readonly #members: Int32Array;
  /** Beside the members, so that a look at a cell is a look at one place in memory. */
  readonly #memberX: Float64Array;
  readonly #memberY: Float64Array;
  /** How many members may still be checked: if all lines lie in one small place, each would be compared with each. */
  #looksLeft = 0;

  constructor(segments: Segments, isLeftOut: Uint8Array, marginMm: number) {
    const { xy, count, totalMm, minX, minY, maxX, maxY } = segments;
    this.#xy = xy;
    this.#minX = minX;
    this.#minY = minY;
    // Lines that stay within the margin over their length differ by less than two such directions.
    const wanted = Math.floor((2 * totalMm) / (count * marginMm));
    this.#directions = Math.min(mostDirections, Math.max(fewestDirections, wanted));
    // Of each direction so many that most have nothing beside them, and most lines lie in one of them.
    const places = Math.max(1, (2 * count) / this.#directions);
    const wide = Math.max(maxX - minX, 1);
    const high = Math.max(maxY - minY, 1);
    this.#cellMm = Math.max(Math.sqrt((wide * high) / places), Math.max(wide, high) / 4096, 0.5);
    this.#columns = Math.floor(wide / this.#cellMm) + 1;
    this.#rows = Math.floor(high / this.#cellMm) + 1;
    this.#direction = new Uint16Array(xy.length / 2);
    const ends = new Int32Array(2 * count);
    const pointOf = new Int32Array(2 * count);
    const cellOf = new Int32Array(2 * count);
    const used = this.#place(segments, isLeftOut, ends, pointOf, cellOf);
    const cells = (this.#directions + 2) * this.#columns * this.#rows;
    const { starts, members } = byCell(cellOf.subarray(0, used), cells);
    this.#starts = starts;
    this.#members = new Int32Array(used);
    this.#memberX = new Float64Array(used);
    this.#memberY = new Float64Array(used);
    this.#fill(members, ends, pointOf);
  }

  /** Checks every segment, place by place, up to the limit. Returns whether all were checked. */
  everyAlong(lengthMm: Float64Array, marginMm: number, mostLooks: number, found: FoundAlong): boolean {
    this.#looksLeft = mostLooks;
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++)
        if (this.#alongThoseAt(row, column, lengthMm, marginMm, found)) return false;
    }
    return true;
  }

  /** Those whose first end is at one place. Most are there as a whole, and so is all that lies along them. */
  #alongThoseAt(
    row: number,
    column: number,
    lengthMm: Float64Array,
    marginMm: number,
    found: FoundAlong,
  ): boolean {
    const xy = this.#xy;
    const starts = this.#starts;
    const left = this.#minX + column * this.#cellMm + marginMm;
    const right = left + this.#cellMm - 2 * marginMm;
    const top = this.#minY + row * this.#cellMm + marginMm;
    const bottom = top + this.#cellMm - 2 * marginMm;
    const cells = (row * this.#columns + column) * (this.#directions + 2);
    const members = this.#members;
    const directions = this.#direction;
    // Most cells are empty: from one member to the next, instead of from cell to cell.
    const end = starts[cells + this.#directions + 1]!;
    for (let at = starts[cells + 1]!; at < end; at++) {
      const segment = members[at]! >> 1;
      const ax = xy[2 * segment]!;
      const ay = xy[2 * segment + 1]!;
      const bx = xy[2 * segment + 2]!;
      const by = xy[2 * segment + 3]!;
      const isHere = ax > left && bx > left && ax < right && bx < right;
      if (isHere && ay > top && by > top && ay < bottom && by < bottom) {
        const cell = cells + directions[segment]!;
        const from = starts[cell]!;
        const to = starts[cell + 3]!;
        if (to - from > 1 && this.#lookAt(from, to, segment, lengthMm[segment]!, marginMm, found))
          return true;
      } else if (this.#along(segment, lengthMm[segment]!, marginMm, found)) return true;
    }
    return false;
  }

  #along(segment: number, lengthMm: number, marginMm: number, found: FoundAlong): boolean {
    const xy = this.#xy;
    const ax = xy[2 * segment]!;
    const ay = xy[2 * segment + 1]!;
    const bx = xy[2 * segment + 2]!;
    const by = xy[2 * segment + 3]!;
    const minX = this.#minX;
    const minY = this.#minY;
    const cellMm = this.#cellMm;
    const columns = this.#columns;
    const lowX = ax < bx ? ax : bx;
    const highX = ax < bx ? bx : ax;
    const lowY = ay < by ? ay : by;
    const highY = ay < by ? by : ay;
    const firstColumn = cellAt(lowX - marginMm - minX, cellMm, columns);
    const lastColumn = cellAt(highX + marginMm - minX, cellMm, columns);
    const slope = (by - ay) / (bx - ax);
    const direction = this.#direction[segment]!;
    for (let column = firstColumn; column <= lastColumn; column++) {
      let low = lowY;
      let high = highY;
      if (firstColumn !== lastColumn && bx !== ax) {
        const left = minX + column * cellMm - marginMm;
        const atLeft = ay + slope * (left - ax);
        const atRight = atLeft + slope * (cellMm + 2 * marginMm);
        low = Math.max(low, Math.min(atLeft, atRight));
        high = Math.min(high, Math.max(atLeft, atRight));
      }
      const lastRow = cellAt(high + marginMm - minY, cellMm, this.#rows);
      for (let row = cellAt(low - marginMm - minY, cellMm, this.#rows); row <= lastRow; row++) {
        const cell = (row * columns + column) * (this.#directions + 2) + direction;
        if (this.#lookAt(this.#starts[cell]!, this.#starts[cell + 3]!, segment, lengthMm, marginMm, found))
          return true;
      }
    }
    return false;
  }

  #lookAt(
    from: number,
    to: number,
    segment: number,
    lengthMm: number,
    marginMm: number,
    found: FoundAlong,
  ): boolean {
    this.#looksLeft -= to - from;
    if (this.#looksLeft < 0) return true;
    const xy = this.#xy;
    const ax = xy[2 * segment]!;
    const ay = xy[2 * segment + 1]!;
    const ux = (xy[2 * segment + 2]! - ax) / lengthMm;
    const uy = (xy[2 * segment + 3]! - ay) / lengthMm;
    for (let at = from; at < to; at++) {
      const px = this.#memberX[at]! - ax;
      const py = this.#memberY[at]! - ay;
      const off = px * uy - py * ux;
      if (off > marginMm || off < -marginMm) continue;
      const along = px * ux + py * uy;
      const other = this.#members[at]! >> 1;
      if (along < -marginMm || along > lengthMm + marginMm || other === segment) continue;
      if (found(segment, other)) return true;
    }
    return false;
  }

  /**
   * Which ends count, and the cell of each; gives how many there are. The last direction is beside the first one, where
   * it changes which end is first: segments of these two are there a second time, beside the others, all with the end
   * that is first in the first direction.
   */
  #place(
    { xy, lengthMm }: Segments,
    isLeftOut: Uint8Array,
    ends: Int32Array,
    pointOf: Int32Array,
    cellOf: Int32Array,
  ): number {
    const directions = this.#directions;
    let used = 0;
    for (let segment = 0; segment < lengthMm.length; segment++) {
      if (lengthMm[segment] === 0 || isLeftOut[segment] === 1) continue;
      const dx = xy[2 * segment + 2]! - xy[2 * segment]!;
      const dy = xy[2 * segment + 3]! - xy[2 * segment + 1]!;
      const direction = directionOf(dx, dy, directions);
      this.#direction[segment] = direction;
      const isReversed = dy < 0 || (dy === 0 && dx < 0);
      const first = isReversed ? segment + 1 : segment;
      cellOf[used] = this.#placeOf(first) + direction + 1;
      pointOf[used] = first;
      ends[used++] = 2 * segment;
      if (direction > 0 && direction < directions - 1) continue;
      const beside = direction === 0 ? first : 2 * segment + 1 - first;
      cellOf[used] = this.#placeOf(beside) + (direction === 0 ? directions + 1 : 0);
      pointOf[used] = beside;
      ends[used++] = 2 * segment + 1;
    }
    return used;
  }

  /** The first cell of the place at which a point lies. */
  #placeOf(point: number): number {
    const column = Math.floor((this.#xy[2 * point]! - this.#minX) / this.#cellMm);
    const row = Math.floor((this.#xy[2 * point + 1]! - this.#minY) / this.#cellMm);
    return (row * this.#columns + column) * (this.#directions + 2);
  }

  #fill(order: Int32Array, ends: Int32Array, pointOf: Int32Array): void {
    const xy = this.#xy;
    for (let slot = 0; slot < order.length; slot++) {
      const at = order[slot]!;
      this.#members[slot] = ends[at]!;
      this.#memberX[slot] = xy[2 * pointOf[at]!]!;
      this.#memberY[slot] = xy[2 * pointOf[at]! + 1]!;
    }
  }
}

/** One of the directions of half a turn: counted along the sides of a square instead of a circle, which is faster. */
function directionOf(dx: number, dy: number, directions: number): number {
  const wide = dx < 0 ? -dx : dx;
  const high = dy < 0 ? -dy : dy;
  const share = high / (wide + high);
  const isSecondQuarter = dx * dy < 0;
  const direction = Math.floor((isSecondQuarter ? 2 - share : share) * (directions / 2));
  return direction < directions ? direction : directions - 1;
}

function cellAt(fromEdgeMm: number, cellMm: number, cells: number): number {
  const cell = Math.floor(fromEdgeMm / cellMm);
  return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}
