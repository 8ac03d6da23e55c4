import { addUp } from './cells.ts';
import type { Segments } from './segments.ts';

const fewestDirections = 32;
const mostDirections = 512;
/** So many pairs are found before they are compared: what compares them is kept out of the loop that finds them. */
const pairsAtOnce = 256;

/** Pairs of a segment and one with an end along it, within the margin: one, other, one, other, … Says whether that is enough. */
export type FoundAlong = (pairs: Int32Array) => boolean;

/**
 * The first ends of segments by direction and by place, so that those that lie along a line and belong to lines of
 * about its direction are found without looking at any other. Which end is first follows from the direction, not by
 * how the line is drawn: of two lines that share a part, the first end of one then always lies along the other.
 */
export class DirectionGrid {
  readonly #xy: Float64Array;
  readonly #lengthMm: Float64Array;
  readonly #marginMm: number;
  readonly #minX: number;
  readonly #minY: number;
  readonly #cellMm: number;
  readonly #perMm: number;
  readonly #columns: number;
  readonly #rows: number;
  /** Of one place, with the last before the first and the first after the last. */
  readonly #directions: number;
  /** By segment. */
  readonly #direction: Uint16Array;
  /** Where each cell begins in `#members`: of one place all directions. */
  readonly #starts: Uint32Array;
  /** As 2 · segment, and 1 more where it is there for the second time; by place: those that lie near each other are looked up together. */
  readonly #members: Int32Array;
  /** Beside the members, so that a look at a cell is a look at one place in memory. */
  readonly #memberX: Float64Array;
  readonly #memberY: Float64Array;
  readonly #pairs = new Int32Array(2 * pairsAtOnce);
  #found = 0;

  constructor(segments: Segments, isLeftOut: Uint8Array, marginMm: number) {
    const { xy, lengthMm, count, totalMm, minX, minY, maxX, maxY } = segments;
    this.#xy = xy;
    this.#lengthMm = lengthMm;
    this.#marginMm = marginMm;
    this.#minX = minX;
    this.#minY = minY;
    // Lines that stay within the margin over their length differ by less than two such directions.
    const wanted = Math.floor((2 * totalMm) / (count * marginMm));
    const directions = Math.min(mostDirections, Math.max(fewestDirections, wanted));
    this.#directions = directions + 2;
    // Of each direction so many that most have nothing beside them, and most lines lie in one of them.
    const places = Math.max(1, count / directions);
    const wide = Math.max(maxX - minX, 1);
    const high = Math.max(maxY - minY, 1);
    this.#cellMm = Math.max(Math.sqrt((wide * high) / places), Math.max(wide, high) / 4096, 0.5);
    this.#perMm = 1 / this.#cellMm;
    this.#columns = Math.floor(wide * this.#perMm) + 1;
    this.#rows = Math.floor(high * this.#perMm) + 1;
    this.#direction = new Uint16Array(lengthMm.length);
    this.#starts = new Uint32Array(this.#directions * this.#columns * this.#rows + 1);
    const entries = new Int32Array(2 * count);
    const cellOf = new Int32Array(2 * count);
    const used = this.#place(isLeftOut, entries, cellOf);
    addUp(this.#starts);
    this.#members = new Int32Array(used);
    this.#memberX = new Float64Array(used);
    this.#memberY = new Float64Array(used);
    this.#fill(entries, cellOf);
  }

  /** Checks every segment, place by place, up to so many members. Returns whether all were checked. */
  everyAlong(mostLooks: number, found: FoundAlong): boolean {
    const members = this.#members;
    // If all lines lie in one small place, each would be compared with each.
    let looksLeft = mostLooks;
    for (let slot = 0; slot < members.length; slot++) {
      if ((members[slot]! & 1) === 1) continue;
      looksLeft -= this.#along(members[slot]! >> 1, found);
      if (looksLeft < 0) return false;
    }
    return !this.#tell(found);
  }

  /** Gives how many members were checked; infinitely many where enough was found. */
  #along(segment: number, found: FoundAlong): number {
    const xy = this.#xy;
    const marginMm = this.#marginMm;
    const perMm = this.#perMm;
    const columns = this.#columns;
    const ax = xy[2 * segment]! - this.#minX;
    const ay = xy[2 * segment + 1]! - this.#minY;
    const bx = xy[2 * segment + 2]! - this.#minX;
    const by = xy[2 * segment + 3]! - this.#minY;
    const direction = this.#direction[segment]!;
    // Most lie in one cell as a whole, and so does all that lies along them; most of those are alone there.
    const column = (ax * perMm) | 0;
    const row = (ay * perMm) | 0;
    const left = column * this.#cellMm + marginMm;
    const right = left + this.#cellMm - 2 * marginMm;
    const top = row * this.#cellMm + marginMm;
    const bottom = top + this.#cellMm - 2 * marginMm;
    const isAcross = ax > left && bx > left && ax < right && bx < right;
    if (isAcross && ay > top && by > top && ay < bottom && by < bottom) {
      const cell = (row * columns + column) * this.#directions + direction;
      const from = this.#starts[cell]!;
      const to = this.#starts[cell + 3]!;
      return to - from > 1 && this.#lookAt(from, to, segment, found) ? Infinity : to - from;
    }
    return this.#alongFar(segment, ax, ay, bx, by, found);
  }

  /** The same for one that may come to several cells; its ends are counted from the corner of all cells. */
  #alongFar(segment: number, ax: number, ay: number, bx: number, by: number, found: FoundAlong): number {
    const marginMm = this.#marginMm;
    const perMm = this.#perMm;
    const columns = this.#columns;
    const direction = this.#direction[segment]!;
    const firstColumn = cellAt((ax < bx ? ax : bx) - marginMm, perMm, columns);
    const lastColumn = cellAt((ax < bx ? bx : ax) + marginMm, perMm, columns);
    const firstRow = cellAt((ay < by ? ay : by) - marginMm, perMm, this.#rows);
    const lastRow = cellAt((ay < by ? by : ay) + marginMm, perMm, this.#rows);
    let looks = 0;
    // Most lines are short: of the few cells around them none is left out.
    const isShort = lastColumn - firstColumn < 2 || lastRow - firstRow < 2 || ax === bx;
    for (let column = firstColumn; column <= lastColumn; column++) {
      let row = firstRow;
      let end = lastRow;
      if (!isShort) {
        const slope = (by - ay) / (bx - ax);
        const left = column * this.#cellMm - marginMm;
        const atLeft = ay + slope * (left - ax);
        const atRight = atLeft + slope * (this.#cellMm + 2 * marginMm);
        row = Math.max(row, Math.floor((Math.min(atLeft, atRight) - marginMm) * perMm));
        end = Math.min(end, Math.floor((Math.max(atLeft, atRight) + marginMm) * perMm));
      }
      for (; row <= end; row++) {
        const cell = (row * columns + column) * this.#directions + direction;
        const from = this.#starts[cell]!;
        const to = this.#starts[cell + 3]!;
        looks += to - from;
        if (to - from < 2 && (from === to || this.#members[from]! >> 1 === segment)) continue;
        if (this.#lookAt(from, to, segment, found)) return Infinity;
      }
    }
    return looks;
  }

  #lookAt(from: number, to: number, segment: number, found: FoundAlong): boolean {
    const marginMm = this.#marginMm;
    const xy = this.#xy;
    const lengthMm = this.#lengthMm[segment]!;
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
      this.#pairs[2 * this.#found] = segment;
      this.#pairs[2 * this.#found + 1] = other;
      if (++this.#found === pairsAtOnce && this.#tell(found)) return true;
    }
    return false;
  }

  #tell(found: FoundAlong): boolean {
    const pairs = this.#pairs.subarray(0, 2 * this.#found);
    this.#found = 0;
    return found(pairs);
  }

  /**
   * Which ends count, and the cell of each, in which they are counted; gives how many there are. The last direction is
   * beside the first one, where it changes which end is first: segments of these two are there a second time, beside the
   * others, all with the end that is first in the first direction. An entry is 4 · segment, 2 more where it is the later
   * end of it, and 1 more for the second time.
   */
  #place(isLeftOut: Uint8Array, entries: Int32Array, cellOf: Int32Array): number {
    const xy = this.#xy;
    const lengthMm = this.#lengthMm;
    const starts = this.#starts;
    const lastDirection = this.#directions - 3;
    let used = 0;
    for (let segment = 0; segment < lengthMm.length; segment++) {
      if (lengthMm[segment] === 0 || isLeftOut[segment] === 1) continue;
      const dx = xy[2 * segment + 2]! - xy[2 * segment]!;
      const dy = xy[2 * segment + 3]! - xy[2 * segment + 1]!;
      const direction = directionOf(dx, dy, lastDirection + 1);
      this.#direction[segment] = direction;
      const later = dy < 0 || (dy === 0 && dx < 0) ? 1 : 0;
      let cell = this.#placeOf(segment + later) + direction + 1;
      starts[cell]!++;
      cellOf[used] = cell;
      entries[used++] = 4 * segment + 2 * later;
      if (direction > 0 && direction < lastDirection) continue;
      const beside = direction === 0 ? later : 1 - later;
      cell = this.#placeOf(segment + beside) + (direction === 0 ? lastDirection + 2 : 0);
      starts[cell]!++;
      cellOf[used] = cell;
      entries[used++] = 4 * segment + 2 * beside + 1;
    }
    return used;
  }

  /** The first cell of the place at which a point lies. */
  #placeOf(point: number): number {
    const column = ((this.#xy[2 * point]! - this.#minX) * this.#perMm) | 0;
    const row = ((this.#xy[2 * point + 1]! - this.#minY) * this.#perMm) | 0;
    return (row * this.#columns + column) * this.#directions;
  }

  /** From the last on, so that those of one cell are in their order. */
  #fill(entries: Int32Array, cellOf: Int32Array): void {
    const xy = this.#xy;
    const starts = this.#starts;
    const members = this.#members;
    const memberX = this.#memberX;
    const memberY = this.#memberY;
    for (let at = members.length - 1; at >= 0; at--) {
      const entry = entries[at]!;
      const slot = --starts[cellOf[at]!]!;
      const point = (entry >> 2) + ((entry >> 1) & 1);
      members[slot] = 2 * (entry >> 2) + (entry & 1);
      memberX[slot] = xy[2 * point]!;
      memberY[slot] = xy[2 * point + 1]!;
    }
  }
}

/** One of the directions of half a turn: counted along the sides of a square instead of a circle, which is faster. */
function directionOf(dx: number, dy: number, directions: number): number {
  const wide = dx < 0 ? -dx : dx;
  const high = dy < 0 ? -dy : dy;
  const share = high / (wide + high);
  const isSecondQuarter = dx * dy < 0;
  const direction = ((isSecondQuarter ? 2 - share : share) * (directions / 2)) | 0;
  return direction < directions ? direction : directions - 1;
}

function cellAt(fromEdgeMm: number, perMm: number, cells: number): number {
  const cell = (fromEdgeMm * perMm) | 0;
  return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}
