import type { SegmentList } from './segment-list.ts';

const fewestDirections = 32;
const mostDirections = 512;

/**
 * The ends of segments by direction and by place, so that the ends that lie along a line and belong to lines of
 * about its direction are found without looking at any other.
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
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < xy.length; at += 2) {
      minX = Math.min(minX, xy[at]!);
      maxX = Math.max(maxX, xy[at]!);
      minY = Math.min(minY, xy[at + 1]!);
      maxY = Math.max(maxY, xy[at + 1]!);
    }
    this.#minX = minX;
    this.#minY = minY;
    // Lines that stay within the margin over their length differ by less than two such directions.
    const meanMm = segments.lengthMm.reduce((sum, lengthMm) => sum + lengthMm, 0) / segments.count;
    const wanted = Math.floor((Math.PI * meanMm) / marginMm);
    const directions = Math.min(mostDirections, Math.max(fewestDirections, wanted));
    this.#directions = directions;
    // About one end in a cell of each direction.
    const cells = Math.max(1, (2 * segments.count) / directions);
    const wide = Math.max(maxX - minX, 1);
    const high = Math.max(maxY - minY, 1);
    this.#cellMm = Math.max(Math.sqrt((wide * high) / cells), Math.max(wide, high) / 4096, 0.5);
    this.#columns = Math.floor(wide / this.#cellMm) + 1;
    this.#rows = Math.floor(high / this.#cellMm) + 1;
    const starts = new Uint32Array(directions * this.#columns * this.#rows + 1);
    this.#direction = new Uint16Array(segments.count);
    const cellOf = new Int32Array(2 * segments.count);
    for (let segment = 0; segment < segments.count; segment++) {
      if (isLeftOut[segment] === 1) continue;
      const point = segments.point[segment]!;
      const direction = directionOf(xy, point, directions);
      this.#direction[segment] = direction;
      for (let end = 0; end < 2; end++) {
        const cell = this.#cell(
          direction,
          this.#column(xy[2 * (point + end)]!),
          this.#row(xy[2 * (point + end) + 1]!),
        );
        cellOf[2 * segment + end] = cell;
        starts[cell + 1]!++;
      }
    }
    for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
    this.#members = new Int32Array(starts[starts.length - 1]!);
    this.#memberX = new Float64Array(this.#members.length);
    this.#memberY = new Float64Array(this.#members.length);
    const next = starts.slice();
    for (let segment = 0; segment < segments.count; segment++) {
      if (isLeftOut[segment] === 1) continue;
      for (let end = 0; end < 2; end++) {
        const slot = next[cellOf[2 * segment + end]!]!++;
        const vertex = 2 * (segments.point[segment]! + end);
        this.#members[slot] = 2 * segment + end;
        this.#memberX[slot] = xy[vertex]!;
        this.#memberY[slot] = xy[vertex + 1]!;
      }
    }
    this.#starts = starts;
  }

  /** 2 · segment + end, by place: looked up in this order, near ones are in the cache of the processor. */
  get ends(): Int32Array {
    return this.#members;
  }

  /** Calls `found` with 2 · segment + end for all ends that lie along a segment, within the margin. */
  along(
    segment: number,
    point: number,
    lengthMm: number,
    marginMm: number,
    found: (end: number) => void,
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
    const firstColumn = this.#column(Math.min(ax, bx) - marginMm);
    const lastColumn = this.#column(Math.max(ax, bx) + marginMm);
    const slope = bx === ax ? 0 : (by - ay) / (bx - ax);
    for (let column = firstColumn; column <= lastColumn; column++) {
      let low = Math.min(ay, by);
      let high = Math.max(ay, by);
      if (bx !== ax) {
        const left = this.#minX + column * this.#cellMm - marginMm;
        const atLeft = ay + slope * (left - ax);
        const atRight = ay + slope * (left + this.#cellMm + 2 * marginMm - ax);
        low = Math.max(low, Math.min(atLeft, atRight));
        high = Math.min(high, Math.max(atLeft, atRight));
      }
      const lastRow = this.#row(high + marginMm);
      for (let row = this.#row(low - marginMm); row <= lastRow; row++) {
        for (let turn = own + directions - 1; turn <= own + directions + 1; turn++) {
          const cell = ((turn % directions) * rows + row) * columns + column;
          const end = starts[cell + 1]!;
          for (let at = starts[cell]!; at < end; at++) {
            const px = memberX[at]! - ax;
            const py = memberY[at]! - ay;
            const off = px * uy - py * ux;
            if (off > marginMm || off < -marginMm || members[at]! >> 1 === segment) continue;
            const along = px * ux + py * uy;
            if (along >= -marginMm && along <= lengthMm + marginMm) found(members[at]!);
          }
        }
      }
    }
  }

  #column(x: number): number {
    return Math.min(this.#columns - 1, Math.max(0, Math.floor((x - this.#minX) / this.#cellMm)));
  }

  #row(y: number): number {
    return Math.min(this.#rows - 1, Math.max(0, Math.floor((y - this.#minY) / this.#cellMm)));
  }

  #cell(direction: number, column: number, row: number): number {
    return (direction * this.#rows + row) * this.#columns + column;
  }
}

function directionOf(xy: Float64Array, point: number, directions: number): number {
  const angle = Math.atan2(xy[2 * point + 3]! - xy[2 * point + 1]!, xy[2 * point + 2]! - xy[2 * point]!);
  return Math.floor(((angle / Math.PI + 2) % 1) * directions) % directions;
}
