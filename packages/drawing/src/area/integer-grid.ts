import type { Box } from '../geometry/box.ts';

/** Default grid distance in millimetres, about 0.1 µm: much finer than any pen, coarser than rounding errors. */
const defaultUnitMm = 2 ** -13;
/** Maximum width in units, so that products of two differences are exact in a double. */
const maxExtent = 2 ** 24;
/** Minimum size of a drawing in units. */
const minExtent = 2 ** 20;

/**
 * All points of an operation are moved to a grid. On it, the side of a line on which a point lies is computed exactly,
 * so results never contradict each other.
 */
export class IntegerGrid {
  /** Width or height of the box in units, whichever is larger. */
  readonly extent: number;
  private readonly unit: number;
  private readonly originX: number;
  private readonly originY: number;

  constructor({ minX, minY, maxX, maxY }: Box) {
    const size = Math.max(maxX - minX, maxY - minY, Number.MIN_VALUE);
    const coarsest = powerOfTwoAbove(size / maxExtent);
    const finest = Math.min(defaultUnitMm, powerOfTwoAbove(size / minExtent));
    // The precision of doubles limits the grid: this is their distance at the farthest coordinate.
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
