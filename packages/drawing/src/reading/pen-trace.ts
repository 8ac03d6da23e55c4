import { cutLines } from '../area/cut.ts';
import type { Region } from '../area/region.ts';
import { type Drawing, type Layer, minPageMm, type Stroke } from '../drawing.ts';
import { type DashPattern, dash, lengthOf } from '../geometry/dash.ts';
import { flatten } from '../geometry/flatten.ts';
import { identity } from '../geometry/matrix.ts';
import { type Arc, Path, verb, verbLength } from '../geometry/path.ts';
import { Polylines } from '../geometry/polylines.ts';
import type { Budget } from './budget.ts';
import { LayerTable } from './layer-table.ts';
import { boundsOf } from './lines.ts';
import type { Notes } from './notes.ts';
import type { Settings } from './options.ts';
import { StrokeCollector } from './stroke-collector.ts';

/** Positions farther out are out of range. Equals the largest page of an SVG. */
const farthestMm = 100_000;
/**
 * Number of points after which lines are passed on. Passing on each line separately would take longer than
 * drawing it.
 */
const handOnAt = 1 << 14;

export interface Dashes {
  /** Whether the pattern starts over with every straight line and arc, rather than continuing around corners. */
  readonly eachPart: boolean;
  /** Returns the pattern of a part. `isContinued`: the previous part ended at the start of this part. */
  pattern(lengthMm: number, isContinued: boolean): DashPattern;
}

/** Follows a pen through machine commands, in millimetres from the machine's origin, with y up. */
export class PenTrace {
  readonly notes: Notes;
  readonly budget: Budget;
  readonly settings: Settings;
  /** Whether a finer tolerance would give different lines. */
  hasCurves = false;
  private readonly layers = new LayerTable();
  private readonly collector: StrokeCollector;
  /** Lines that were not passed on yet. With dashes or a window, only the current stroke. */
  private readonly lines: Polylines;
  private readonly curve: Polylines;
  private readonly dashed: Polylines;
  private readonly cut: Polylines;
  private dashes: Dashes | undefined = undefined;
  /** Whether a part with its own pattern ended at the current position of the pen. */
  private isContinued = false;
  private window: Region | undefined = undefined;
  private readonly path = new Path();
  private layer: number | undefined = undefined;
  private readonly firstColours = new Map<string, string>();
  private pen: Layer = { name: 'Pen 1', colour: '#000000' };
  private x = 0;
  private y = 0;
  /** Whether the pen was moved out of range. The move back is not drawn either. */
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
    this.dashed = new Polylines(budget.checkPoints);
    this.cut = new Polylines(budget.checkPoints);
  }

  takePen(pen: Layer): void {
    this.handOn();
    this.pen = pen;
    this.layer = undefined;
  }

  /** Sets the dashes; undefined for solid lines. */
  setDashes(dashes: Dashes | undefined): void {
    if (dashes === this.dashes) return;
    this.handOn();
    this.dashes = dashes;
  }

  /** Sets the window; undefined removes it. */
  setWindow(window: Region | undefined): void {
    if (window === this.window) return;
    this.handOn();
    this.window = window;
  }

  moveTo(x: number, y: number): void {
    this.endStroke();
    this.isContinued = false;
    this.isLost = this.isFar(x, y);
    this.x = x;
    this.y = y;
  }

  /** Draws a line. A line to the current position becomes a dot, unless another line starts there. */
  lineTo(x: number, y: number): void {
    const isDot = x === this.x && y === this.y;
    if (isDot && this.isContinued) return;
    this.draw(x, y);
    if (!isDot) this.endPart();
  }

  dot(): void {
    this.lineTo(this.x, this.y);
  }

  arc(...arc: Arc): void {
    this.hasCurves = true;
    const { path, curve } = this;
    path.clear();
    path.moveTo(this.x, this.y);
    path.arc(...arc);
    curve.clear();
    flatten(path, identity, this.settings.toleranceMm, curve);
    for (let at = 2; at < curve.length; at += 2)
      this.draw(curve.points[at] as number, curve.points[at + 1] as number);
    this.endPart();
  }

  /** Draws a path separately from the current stroke. The pen then returns to its position. */
  drawPath({ verbs, verbCount, numbers }: Path): void {
    const { x, y } = this;
    let [startX, startY] = [x, y];
    let at = 0;
    for (let index = 0; index < verbCount; index++) {
      const which = verbs[index] as keyof typeof verbLength & number;
      const values = numbers.subarray(at, at + (verbLength[which] as number)) as unknown as Arc;
      at += values.length;
      if (which === verb.move) {
        [startX, startY] = values;
        this.moveTo(startX, startY);
      } else if (which === verb.arc) this.arc(...values);
      else if (which === verb.line) this.lineTo(values[0], values[1]);
      else if (this.x !== startX || this.y !== startY) this.lineTo(startX, startY);
    }
    this.moveTo(x, y);
  }

  includeInPage(x: number, y: number): void {
    if (this.isFar(x, y)) return;
    this.minX = Math.min(this.minX, x);
    this.minY = Math.min(this.minY, y);
    this.maxX = Math.max(this.maxX, x);
    this.maxY = Math.max(this.maxY, y);
  }

  /** Returns the drawing, whose page contains the origin of the machine and everything that is drawn. */
  drawing(): Drawing {
    this.handOn();
    const { minX, maxY, collector, layers, notes } = this;
    layers.noteMerged(notes, 'pens');
    putOnPage(collector.strokes, minX, maxY);
    return {
      widthMm: Math.max(minPageMm, this.maxX - minX),
      heightMm: Math.max(minPageMm, maxY - this.minY),
      layers: layers.list(),
      strokes: collector.strokes,
      notes: notes.list(),
    };
  }

  private draw(x: number, y: number): void {
    const isFar = this.isFar(x, y);
    if (this.isLost || isFar) {
      if (isFar)
        this.notes.add('too-far-away', 'Lines that lead further than a hundred metres are not drawn.');
      this.moveTo(x, y);
      return;
    }
    const { lines } = this;
    if (lines.currentCount === 0) lines.add(this.x, this.y);
    if (lines.currentCount === 1 || x !== this.x || y !== this.y) lines.add(x, y);
    this.x = x;
    this.y = y;
  }

  /** Ends a part, which is a straight line or an arc. */
  private endPart(): void {
    if (this.dashes?.eachPart !== true || this.lines.currentCount === 0) return;
    this.endStroke();
    this.isContinued = true;
  }

  private layerName(): string {
    if (this.settings.layersBy === 'none') return 'Drawing';
    const { name, colour } = this.pen;
    if (this.settings.layersBy === 'colour') return colour;
    // A pen whose colour was changed (`PC`) is different on paper.
    const first = this.firstColours.get(name) ?? colour;
    this.firstColours.set(name, first);
    return first === colour ? name : `${name} ${colour}`;
  }

  private endStroke(): void {
    const { lines, dashes, window } = this;
    if (lines.currentCount > 0) lines.end(false);
    if (lines.length > handOnAt || dashes !== undefined || window !== undefined) this.handOn();
  }

  private handOn(): void {
    const { lines } = this;
    if (lines.currentCount > 0) lines.end(false);
    if (lines.length === 0) return;
    const shown = this.insideWindow(this.inDashes());
    const bounds = boundsOf(shown);
    if (bounds !== undefined) {
      this.includeInPage(bounds.minX, bounds.minY);
      this.includeInPage(bounds.maxX, bounds.maxY);
      this.layer ??= this.layers.indexFor(this.layerName(), this.pen.colour);
      this.collector.addAll(shown, this.layer);
    }
    lines.clear();
  }

  private inDashes(): Polylines {
    const { lines, dashes, dashed } = this;
    const lengthMm = dashes === undefined ? 0 : lengthOf(lines);
    if (dashes === undefined || lengthMm === 0) return lines;
    dashed.clear();
    if (dash(lines, dashes.pattern(lengthMm, this.isContinued), dashed)) return dashed;
    this.notes.add('dashes-too-fine', 'Dashes too fine to be seen are drawn as a line without gaps.');
    return lines;
  }

  private insideWindow(lines: Polylines): Polylines {
    const { window, cut, notes, budget } = this;
    if (window === undefined) return lines;
    cut.clear();
    cutLines(lines, window, cut);
    budget.lostPoints(Math.max(0, lines.length - cut.length) / 2);
    if (cut.length === 0)
      notes.add('clipped-away', 'Lines that lie wholly outside of their window are not drawn.');
    return cut;
  }

  private isFar(x: number, y: number): boolean {
    return !(Math.abs(x) <= farthestMm && Math.abs(y) <= farthestMm);
  }
}

/** Converts strokes with y up from the machine's origin to y down from the top left of the page. */
function putOnPage(strokes: readonly Stroke[], minX: number, maxY: number): void {
  for (const { points } of strokes) {
    for (let at = 0; at < points.length; at += 2) {
      points[at] = (points[at] as number) - minX;
      points[at + 1] = maxY - (points[at + 1] as number);
    }
  }
}
