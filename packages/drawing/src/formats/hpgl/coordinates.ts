/** A plotter unit is a fortieth of a millimetre. */
export const unitsPerMm = 40;

/** P1 and P2 of an HP 7475A with A4 paper. */
const defaultPoints: Points = [603, 521, 10_603, 7721];

type Points = readonly [p1x: number, p1y: number, p2x: number, p2y: number];

/** Converts file coordinates, which may be scaled between P1 and P2, to plotter units. */
export class Coordinates {
  points: Points = defaultPoints;
  /** X = scaleX·x + moveX, Y = scaleY·y + moveY, in plotter units. */
  scaleX = 1;
  scaleY = 1;
  moveX = 0;
  moveY = 0;
  /** The file set P1 and P2. */
  hasOwnPoints = false;
  private scaling: readonly number[] = [];

  x(x: number): number {
    return this.scaleX * x + this.moveX;
  }

  y(y: number): number {
    return this.scaleY * y + this.moveY;
  }

  /** Executes `IP`. With two numbers, P2 moves together with P1. */
  setPoints(numbers: readonly number[]): boolean {
    const [x1, y1, x2, y2] = numbers;
    if (x1 === undefined || y1 === undefined) {
      this.points = defaultPoints;
      this.hasOwnPoints = false;
      return this.scale();
    }
    const [oldX1, oldY1, oldX2, oldY2] = this.points;
    this.points =
      x2 === undefined || y2 === undefined
        ? [x1, y1, oldX2 + x1 - oldX1, oldY2 + y1 - oldY1]
        : [x1, y1, x2, y2];
    this.hasOwnPoints = true;
    return this.scale();
  }

  /**
   * Executes `SC`: four numbers and a type. Without numbers, turns scaling off. Returns false for invalid
   * numbers.
   */
  setScaling(numbers: readonly number[]): boolean {
    this.scaling = numbers;
    return this.scale();
  }

  private scale(): boolean {
    const [p1x, p1y, p2x, p2y] = this.points;
    const [minX, maxX, minY, maxY, type = 0, left = 50, bottom = 50] = this.scaling;
    if (minX === undefined || maxX === undefined || minY === undefined || maxY === undefined) {
      this.apply(1, 1, 0, 0);
      return this.scaling.length === 0;
    }
    // With type 2, the second and fourth number are the plotter units per unit of the file, and P1 is at the
    // given position.
    const isFactor = type === 2;
    let scaleX = isFactor ? maxX : (p2x - p1x) / (maxX - minX);
    let scaleY = isFactor ? maxY : (p2y - p1y) / (maxY - minY);
    let [spareX, spareY] = [0, 0];
    if (type === 1) {
      // Equal units in both directions. The remaining space is distributed by the given percentages.
      const both = Math.min(Math.abs(scaleX), Math.abs(scaleY));
      spareX = ((p2x - p1x - Math.sign(scaleX) * both * (maxX - minX)) * left) / 100;
      spareY = ((p2y - p1y - Math.sign(scaleY) * both * (maxY - minY)) * bottom) / 100;
      scaleX = Math.sign(scaleX) * both;
      scaleY = Math.sign(scaleY) * both;
    }
    const isUsable = [scaleX, scaleY].every((scale) => Math.abs(scale) > 1e-9 && Math.abs(scale) < 1e9);
    if (isUsable) this.apply(scaleX, scaleY, p1x + spareX - scaleX * minX, p1y + spareY - scaleY * minY);
    else this.apply(1, 1, 0, 0);
    return isUsable;
  }

  private apply(scaleX: number, scaleY: number, moveX: number, moveY: number): void {
    this.scaleX = scaleX;
    this.scaleY = scaleY;
    this.moveX = moveX;
    this.moveY = moveY;
  }
}
