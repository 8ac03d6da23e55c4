import type { Box } from '../geometry/box.ts';

/** The usual distance between grid points in millimetres, about 0.1 µm: far finer than any pen, coarser than rounding errors. */
const defaultUnitMm = 2 ** -13;
/** At most this many units wide: products of two differences stay whole numbers that a double holds exactly. */
const maxExtent = 2 ** 24;
/** Minimum size of a drawing in units. */
const minExtent = 2 ** 20;

/**
 * All points of one operation are moved to a grid. On it, the side of a line that a point lies on is calculated without
 * any error, so the answers never contradict each other.
 */
export class IntegerGrid {
  /** The width of the box in units, or its height where that is more. */
  readonly extent: number;
  private readonly unit: number;
  private readonly originX: number;
  private readonly originY: number;

  constructor({ minX, minY, maxX, maxY }: Box) {
    const size = Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE);
    const coarsest = powerOfTwoAbove(size / maxExtent);
    const finest = Math.min(defaultUnitMm, powerOfTwoAbove(size / minExtent));
    // A number has no more digits: between 10,000,000 and its neighbour there is this much.
    const farthest = Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
    this.unit = Math.max(coarsest, finest, powerOfTwoAbove(farthest * 2 ** -50), 2 ** -500);
    this.originX = Math.round(minX / this.unit);
    this.originY = Math.round(minY / this.unit);
    this.extent = Math.ceil(size / this.unit) + 1;
  }

  column(x: number): number {
    return Math.round(x / this.unit) - this.originX;
  }

  row(y: number): number {
    return Math.round(y / this.unit) - this.originY;
  }

  x(column: number): number {
    return (column + this.originX) * this.unit;
  }

  y(row: number): number {
    return (row + this.originY) * this.unit;
  }
}

function powerOfTwoAbove(value: number): number {
  return 2 ** Math.ceil(Math.log2(value));
}
