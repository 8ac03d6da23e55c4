import { type Drawing, type Layer, minPageMm, type Stroke } from '../drawing.ts';
import { flatten } from '../geometry/flatten.ts';
import { identity } from '../geometry/matrix.ts';
import { Path } from '../geometry/path.ts';
import { Polylines } from '../geometry/polylines.ts';
import type { Budget } from '../svg/budget.ts';
import { LayerTable, otherLayerName } from '../svg/draw/layer-table.ts';
import { StrokeCollector } from '../svg/draw/stroke-collector.ts';
import { type Notes, quoted } from '../svg/notes.ts';
import type { Settings } from '../svg/options.ts';

/** A hundred metres, which is also the largest page of an SVG. */
const farthestMm = 100_000;
/** Lines are handed on together: one at a time costs more than drawing them. */
const handOnAt = 1 << 14;

/** An arc: its centre, two conjugate radii, where it begins, how far it runs (in radians), and its end. */
export type Arc = readonly [
  cx: number,
  cy: number,
  ux: number,
  uy: number,
  vx: number,
  vy: number,
  from: number,
  sweep: number,
  x: number,
  y: number,
];

/**
 * What a pen does, from the commands of a machine: the readers of such formats share it. Places are in millimetres from
 * the machine's origin, with y running up.
 */
export class PenTrace {
  readonly notes: Notes;
  readonly budget: Budget;
  readonly settings: Settings;
  /** Whether a finer tolerance would give other lines. */
  hasCurves = false;
  private readonly layers = new LayerTable();
  private readonly collector: StrokeCollector;
  private readonly lines: Polylines;
  private readonly curve: Polylines;
  private readonly path = new Path();
  private layer: number | undefined = undefined;
  /** By the name of a pen. */
  private readonly firstColours = new Map<string, string>();
  private pen: Layer = { name: 'Pen 1', colour: '#000000' };
  private x = 0;
  private y = 0;
  /** It was sent so far away that the way back from there is not drawn either. */
  private isLost = false;
  private minX = 0;
  private minY = 0;
  private maxX = 0;
  private maxY = 0;

  constructor(settings: Settings, notes: Notes, budget: Budget) {
    this.settings = settings;
    this.notes = notes;
    this.budget = budget;
    this.collector = new StrokeCollector(budget);
    this.lines = new Polylines(budget.checkPoints);
    this.curve = new Polylines(budget.checkPoints);
  }

  /** The pen that draws from now on. */
  takePen(pen: Layer): void {
    this.handOn();
    this.pen = pen;
    this.layer = undefined;
  }

  /** With the pen up. */
  moveTo(x: number, y: number): void {
    this.endStroke();
    this.isLost = this.isFar(x, y);
    this.x = x;
    this.y = y;
  }

  /** With the pen down. To where it is already is a dot, where nothing else was drawn from there. */
  lineTo(x: number, y: number): void {
    const isFar = this.isFar(x, y);
    if (this.isLost || isFar) {
      if (isFar)
        this.notes.add('too-far-away', 'Lines that lead further than a hundred metres are not drawn.');
      this.moveTo(x, y);
      return;
    }
    const { lines } = this;
    if (lines.currentCount === 0) this.begin();
    if (lines.currentCount === 1 || x !== this.x || y !== this.y) this.add(x, y);
    this.x = x;
    this.y = y;
  }

  dot(): void {
    this.lineTo(this.x, this.y);
  }

  /** From where the pen is. */
  arc(...arc: Arc): void {
    this.hasCurves = true;
    const { path, curve } = this;
    path.clear();
    path.moveTo(this.x, this.y);
    path.arc(...arc);
    curve.clear();
    flatten(path, identity, this.settings.toleranceMm, curve);
    for (let at = 2; at < curve.length; at += 2)
      this.lineTo(curve.points[at] as number, curve.points[at + 1] as number);
  }

  /** The lines of a path, apart from the current stroke; the pen comes back to where it was. */
  drawPath(path: Path): void {
    this.hasCurves = true;
    const { curve, x, y } = this;
    this.endStroke();
    curve.clear();
    flatten(path, identity, this.settings.toleranceMm, curve);
    let from = 0;
    for (const end of curve.ends) {
      this.moveTo(curve.points[from] as number, curve.points[from + 1] as number);
      for (let at = from + 2; at < end; at += 2)
        this.lineTo(curve.points[at] as number, curve.points[at + 1] as number);
      from = end;
    }
    this.moveTo(x, y);
  }

  /** The page reaches at least to here. */
  includeInPage(x: number, y: number): void {
    if (this.isFar(x, y)) return;
    this.minX = Math.min(this.minX, x);
    this.minY = Math.min(this.minY, y);
    this.maxX = Math.max(this.maxX, x);
    this.maxY = Math.max(this.maxY, y);
  }

  /** The page contains the origin of the machine and everything that is drawn. */
  drawing(): Drawing {
    this.handOn();
    const { minX, maxY, collector, layers, notes } = this;
    if (layers.isFull)
      notes.add(
        'layers-merged',
        `There are a thousand pens, or more; those from the thousandth on are one, ${quoted(otherLayerName)}.`,
      );
    putOnPage(collector.strokes, minX, maxY);
    return {
      widthMm: Math.max(minPageMm, this.maxX - minX),
      heightMm: Math.max(minPageMm, maxY - this.minY),
      layers: layers.list(),
      strokes: collector.strokes,
      notes: notes.list(),
    };
  }

  private begin(): void {
    this.layer ??= this.layers.indexFor(this.layerName(), this.pen.colour);
    this.add(this.x, this.y);
  }

  private add(x: number, y: number): void {
    this.lines.add(x, y);
    if (x < this.minX) this.minX = x;
    if (x > this.maxX) this.maxX = x;
    if (y < this.minY) this.minY = y;
    if (y > this.maxY) this.maxY = y;
  }

  private layerName(): string {
    if (this.settings.layersBy === 'none') return 'Drawing';
    const { name, colour } = this.pen;
    if (this.settings.layersBy === 'colour') return colour;
    // A pen that gets another colour (`PC`) is a different pen on paper.
    const first = this.firstColours.get(name) ?? colour;
    this.firstColours.set(name, first);
    return first === colour ? name : `${name} ${colour}`;
  }

  private endStroke(): void {
    if (this.lines.currentCount > 0) this.lines.end(false);
    if (this.lines.length > handOnAt) this.handOn();
  }

  private handOn(): void {
    if (this.lines.currentCount > 0) this.lines.end(false);
    if (this.layer !== undefined) this.collector.addAll(this.lines, this.layer);
    this.lines.clear();
  }

  private isFar(x: number, y: number): boolean {
    return !(Math.abs(x) <= farthestMm && Math.abs(y) <= farthestMm);
  }
}

/** From the machine's origin with y up to the top left of the page with y down. */
function putOnPage(strokes: readonly Stroke[], minX: number, maxY: number): void {
  for (const { points } of strokes) {
    for (let at = 0; at < points.length; at += 2) {
      points[at] = (points[at] as number) - minX;
      points[at + 1] = maxY - (points[at + 1] as number);
    }
  }
}
