import { RectangleRegion } from '../../area/region.ts';
import { type Arc, Path } from '../../geometry/path.ts';
import { numberedPen } from '../../reading/pen-colours.ts';
import type { PenTrace } from '../../reading/pen-trace.ts';
import { Coordinates, unitsPerMm } from './coordinates.ts';
import { LineType } from './line-type.ts';

const radians = Math.PI / 180;

/** The pen of a plotter. Its position is in plotter units. */
export class PlotterPen {
  readonly trace: PenTrace;
  coordinates = new Coordinates();
  x = 0;
  y = 0;
  isDown = false;
  isRelative = false;
  /** Pen 0 is an empty holder. */
  number = 1;
  /** The polygon being defined, in millimetres. Only `drawPolygon` draws it. */
  private polygon: Path | undefined = undefined;
  /** Whether the current part of the polygon has lines. */
  private hasLines = false;
  private polygonStart = { x: 0, y: 0 };
  private kept = new Path();
  private readonly shape = new Path();
  private readonly colours = new Map<number, string>();
  private quarterTurns = 0;
  /** Tick length above or right of the pen, and below or left of it, in % of the distance from P1 to P2. */
  private tick: readonly [number, number] = [0.5, 0.5];
  private lineType = new LineType();
  /** Two opposite corners of the window, in plotter units. */
  private window: readonly [number, number, number, number] | undefined = undefined;

  constructor(trace: PenTrace) {
    this.trace = trace;
    trace.takePen(numberedPen(1));
  }

  /** Executes `IN`, which keeps the pen colours and the position. */
  reset(): void {
    this.coordinates = new Coordinates();
    this.setDefaults();
    this.lift();
    this.polygon = undefined;
    this.kept.clear();
    this.rotate(0);
  }

  /** Executes `DF`, which keeps P1, P2 and the rotation. */
  setDefaults(): void {
    this.isRelative = false;
    this.coordinates.setScaling([]);
    this.setTick();
    this.lineType = new LineType();
    this.trace.setDashes(undefined);
    this.setWindow([]);
  }

  setPoints(numbers: readonly number[]): boolean {
    const isUsable = this.coordinates.setPoints(numbers);
    this.useLineType();
    return isUsable;
  }

  setLineType(numbers: readonly number[]): boolean {
    const isUsable = this.lineType.set(numbers);
    if (isUsable) this.useLineType();
    return isUsable;
  }

  /** Executes `IW`: two opposite corners in file coordinates. Without corners, removes the window. */
  setWindow([x1, y1, x2, y2]: readonly number[]): boolean {
    const { coordinates: c } = this;
    const isWhole = x1 !== undefined && y1 !== undefined && x2 !== undefined && y2 !== undefined;
    if (!isWhole && x1 !== undefined) return false;
    this.window = isWhole ? [c.x(x1), c.y(y1), c.x(x2), c.y(y2)] : undefined;
    this.useWindow();
    return true;
  }

  lift(): void {
    this.isDown = false;
    if (this.polygon === undefined) this.trace.moveTo(...this.mm(this.x, this.y));
  }

  lower(): void {
    this.isDown = true;
  }

  select(wanted: number): void {
    this.number = Math.max(0, Math.min(32_767, Math.trunc(wanted)));
    this.trace.moveTo(...this.mm(this.x, this.y));
    if (this.number > 0) this.trace.takePen(numberedPen(this.number, this.colours.get(this.number)));
  }

  setColour(number: number, colour: string): void {
    if (this.colours.size < 1000 || this.colours.has(number)) this.colours.set(number, colour);
    if (number === this.number) this.select(number);
  }

  rotate(degrees: number): void {
    this.quarterTurns = ((Math.round(degrees / 90) % 4) + 4) % 4;
    this.trace.moveTo(...this.mm(this.x, this.y));
    this.useWindow();
  }

  /** Converts file coordinates to plotter units. */
  place(x: number, y: number, isRelative: boolean): [x: number, y: number] {
    const { coordinates: c } = this;
    return isRelative ? [this.x + c.scaleX * x, this.y + c.scaleY * y] : [c.x(x), c.y(y)];
  }

  /** Moves to file coordinates without lifting or lowering the pen. */
  go(x: number, y: number, isRelative = this.isRelative): void {
    this.goTo(...this.place(x, y, isRelative));
  }

  /** Moves to a position in plotter units. */
  goTo(x: number, y: number): void {
    this.x = x;
    this.y = y;
    const [toX, toY] = this.mm(x, y);
    if (this.polygon !== undefined) {
      this.trace.budget.checkPoints(this.polygon.numberCount);
      if (this.isDown) this.polygon.lineTo(toX, toY);
      else this.polygon.moveTo(toX, toY);
      this.hasLines ||= this.isDown;
    } else if (this.isDown && this.hasPen()) this.trace.lineTo(toX, toY);
    else this.trace.moveTo(toX, toY);
  }

  /** Draws a dot, which becomes the start of a line if the pen moves on. */
  dot(): void {
    if (this.polygon === undefined && this.hasPen()) this.trace.dot();
  }

  /** Draws an arc around a centre in plotter units. The pen stays at its end. */
  arc(centreX: number, centreY: number, degrees: number): void {
    const { scaleX, scaleY } = this.coordinates;
    // A circle becomes an ellipse if x and y have different scales.
    const u = (this.x - centreX) / scaleX;
    const v = (this.y - centreY) / scaleY;
    const radius = Math.hypot(u, v);
    const from = Math.atan2(v, u);
    const sweep = Math.max(-360, Math.min(360, degrees)) * radians;
    const endX = centreX + scaleX * radius * Math.cos(from + sweep);
    const endY = centreY + scaleY * radius * Math.sin(from + sweep);
    if (!this.isDown || !(radius > 0) || (this.polygon === undefined && this.number === 0)) {
      this.goTo(endX, endY);
      return;
    }
    const arc = this.arcInMm(centreX, centreY, radius, from, sweep, endX, endY);
    if (this.polygon === undefined) this.trace.arc(...arc);
    else this.polygon.arc(...arc);
    this.hasLines = true;
    this.x = endX;
    this.y = endY;
  }

  /** Draws a circle around the pen. If it has less than 360 degrees, draws a sector with both sides. */
  circle(radius: number, from = 0, degrees = 360): void {
    const { scaleX, scaleY } = this.coordinates;
    const start = from * radians;
    const sweep = Math.max(-360, Math.min(360, degrees)) * radians;
    const at = (angle: number): [number, number] => [
      this.x + scaleX * radius * Math.cos(angle),
      this.y + scaleY * radius * Math.sin(angle),
    ];
    this.drawShape((path) => {
      const isWedge = Math.abs(degrees) < 360;
      if (isWedge) path.moveTo(...this.mm(this.x, this.y));
      if (isWedge) path.lineTo(...this.mm(...at(start)));
      else path.moveTo(...this.mm(...at(start)));
      path.arc(...this.arcInMm(this.x, this.y, radius, start, sweep, ...at(start + sweep)));
      if (isWedge) path.close();
    });
  }

  /** Draws a rectangle from the pen to the opposite corner, which is in plotter units. */
  rectangle(toX: number, toY: number): void {
    const { x, y } = this;
    this.drawShape((path) => {
      path.moveTo(...this.mm(x, y));
      path.lineTo(...this.mm(toX, y));
      path.lineTo(...this.mm(toX, toY));
      path.lineTo(...this.mm(x, toY));
      path.close();
    });
  }

  /** Draws a line that is always solid and separate from the current stroke. Points are in plotter units. */
  line(points: readonly (readonly [number, number])[]): void {
    this.trace.setDashes(undefined);
    this.drawShape((path) => {
      for (const [at, [x, y]] of points.entries()) {
        if (at === 0) path.moveTo(...this.mm(x, y));
        else path.lineTo(...this.mm(x, y));
      }
    });
    this.useLineType();
  }

  setTick(forwardPercent = 0.5, backPercent = forwardPercent): void {
    this.tick = [forwardPercent, backPercent];
  }

  /** Draws a tick: vertical for `XT`, horizontal for `YT`. */
  drawTick(isVertical: boolean): void {
    const { x, y } = this;
    const [p1x, p1y, p2x, p2y] = this.coordinates.points;
    const percent = Math.abs(isVertical ? p2y - p1y : p2x - p1x) / 100;
    const [forward, back] = this.tick.map((each) => each * percent) as [number, number];
    const at = (by: number): [number, number] => (isVertical ? [x, y + by] : [x + by, y]);
    this.line([at(forward), at(-back)]);
  }

  /** Executes `PM0`. */
  beginPolygon(): void {
    this.polygon = new Path();
    this.hasLines = false;
    this.polygonStart = { x: this.x, y: this.y };
    this.polygon.moveTo(...this.mm(this.x, this.y));
  }

  /** Executes `PM1`: closes this part of the polygon and begins the next. */
  endPart(): void {
    if (this.polygon === undefined) return;
    this.closePart(this.polygon);
    this.x = this.polygonStart.x;
    this.y = this.polygonStart.y;
    this.polygon.moveTo(...this.mm(this.x, this.y));
  }

  /** Executes `PM2`: ends the polygon and returns the pen to its earlier position. */
  endPolygon(): void {
    if (this.polygon === undefined) return;
    this.closePart(this.polygon);
    this.kept = this.polygon;
    this.polygon = undefined;
    this.x = this.polygonStart.x;
    this.y = this.polygonStart.y;
    this.trace.moveTo(...this.mm(this.x, this.y));
  }

  drawPolygon(): void {
    if (this.hasPen()) this.trace.drawPath(this.kept);
  }

  hasPen(): boolean {
    if (this.number === 0)
      this.trace.notes.add('no-pen', 'What is drawn after the pen was put away (SP0) is left out.');
    return this.number > 0;
  }

  /** Converts plotter units to millimetres on the page. */
  mm(x: number, y: number): [number, number] {
    const [u, v] = this.turned(x, y);
    return [u / unitsPerMm, v / unitsPerMm];
  }

  private useLineType(): void {
    const [p1x, p1y, p2x, p2y] = this.coordinates.points;
    this.trace.setDashes(this.lineType.dashes(Math.hypot(p2x - p1x, p2y - p1y)));
  }

  private useWindow(): void {
    if (this.window === undefined) {
      this.trace.setWindow(undefined);
      return;
    }
    const [x1, y1] = this.mm(this.window[0], this.window[1]);
    const [x2, y2] = this.mm(this.window[2], this.window[3]);
    this.trace.setWindow(
      new RectangleRegion(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)),
    );
  }

  private closePart(polygon: Path): void {
    if (this.hasLines) polygon.close();
    this.hasLines = false;
  }

  private drawShape(describe: (path: Path) => void): void {
    if (this.polygon !== undefined) {
      this.trace.budget.checkPoints(this.polygon.numberCount);
      describe(this.polygon);
      this.polygon.moveTo(...this.mm(this.x, this.y));
    } else if (this.hasPen()) {
      this.shape.clear();
      describe(this.shape);
      this.trace.drawPath(this.shape);
    }
  }

  private arcInMm(
    cx: number,
    cy: number,
    radius: number,
    from: number,
    sweep: number,
    endX: number,
    endY: number,
  ): Arc {
    const { scaleX, scaleY } = this.coordinates;
    return [
      ...this.mm(cx, cy),
      ...this.mm(scaleX * radius, 0),
      ...this.mm(0, scaleY * radius),
      from,
      sweep,
      ...this.mm(endX, endY),
    ];
  }

  private turned(x: number, y: number): [number, number] {
    if (this.quarterTurns === 1) return [-y, x];
    if (this.quarterTurns === 2) return [-x, -y];
    return this.quarterTurns === 3 ? [y, -x] : [x, y];
  }
}
