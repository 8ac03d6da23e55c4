import type { Area } from '../../area/area.ts';
import type { StrokeStyle } from '../../area/stroke-area.ts';
import { type Drawing, minPageMm, type Shape } from '../../drawing.ts';
import { type Box, unionBox } from '../../geometry/box.ts';
import { type DashPattern, dash } from '../../geometry/dash.ts';
import { flatten } from '../../geometry/flatten.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { type Arc, type Path, verb, verbLength } from '../../geometry/path.ts';
import { Polylines } from '../../geometry/polylines.ts';
import type { Budget } from '../../reading/budget.ts';
import { LayerTable } from '../../reading/layer-table.ts';
import { boundsOf, closeOpenLines } from '../../reading/lines.ts';
import type { Notes } from '../../reading/notes.ts';
import type { Settings } from '../../reading/options.ts';
import { StrokeCollector } from '../../reading/stroke-collector.ts';

export interface PenStyle {
  readonly layer: string;
  readonly colour: string;
  readonly widthMm: number;
  readonly dashes: DashPattern | undefined;
}

/** Receives the paths of entities. `matrix` converts their units to millimetres. */
export interface Canvas {
  readonly toleranceMm: number;
  stroke(path: Path, matrix: Matrix, style: PenStyle, isText?: boolean): void;
  fill(path: Path, matrix: Matrix, style: PenStyle, isOpaque: boolean): void;
}

/** Positions farther out are treated as errors. */
const farthestMm = 1e12;
const arcSamples = 16;

/** Measures a drawing before its scale and tolerance are known. */
export class MeasuringCanvas implements Canvas {
  readonly toleranceMm = Number.POSITIVE_INFINITY;
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  stroke({ verbs, verbCount, numbers }: Path, matrix: Matrix): void {
    let at = 0;
    for (let index = 0; index < verbCount; index++) {
      const length = verbLength[verbs[index] as number] as number;
      if (verbs[index] === verb.arc) {
        const [cx, cy, ux, uy, vx, vy, from, sweep] = numbers.subarray(at) as unknown as Arc;
        for (let sample = 0; sample <= arcSamples; sample++) {
          const angle = from + (sweep * sample) / arcSamples;
          const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
          this.add(cx + ux * cos + vx * sin, cy + uy * cos + vy * sin, matrix);
        }
      } else {
        for (let each = at; each < at + length; each += 2)
          this.add(numbers[each] as number, numbers[each + 1] as number, matrix);
      }
      at += length;
    }
  }

  fill(path: Path, matrix: Matrix): void {
    this.stroke(path, matrix);
  }

  private add(u: number, v: number, [a, b, c, d, e, f]: Matrix): void {
    const x = a * u + c * v + e;
    const y = b * u + d * v + f;
    if (!(Math.abs(x) <= farthestMm && Math.abs(y) <= farthestMm)) return;
    if (x < this.minX) this.minX = x;
    if (x > this.maxX) this.maxX = x;
    if (y < this.minY) this.minY = y;
    if (y > this.maxY) this.maxY = y;
  }
}

interface CollectedShape {
  readonly strokeCount: number;
  readonly layer: number;
  readonly stroke?: StrokeStyle;
  readonly fill?: { readonly area: Area; readonly style: PenStyle; readonly isOpaque: boolean };
}

/** Larger than the coordinates of any page. */
const maxPositionMm = 150_000;
const maxFillLayers = 1000;

export class DrawingCanvas implements Canvas {
  readonly toleranceMm: number;
  private readonly settings: Settings;
  private readonly notes: Notes;
  private readonly budget: Budget;
  private readonly layers: LayerTable;
  private readonly collector: StrokeCollector;
  private readonly shapes: CollectedShape[] = [];
  /** Layers of fills that are not drawn, by name, with the colour of each. */
  private readonly fillLayers = new Map<string, string>();
  private readonly lines: Polylines;
  private readonly spare: Polylines;
  private box: Box | undefined = undefined;

  constructor(settings: Settings, notes: Notes, budget: Budget) {
    this.toleranceMm = settings.toleranceMm;
    this.settings = settings;
    this.notes = notes;
    this.budget = budget;
    this.layers = new LayerTable(settings.splitColours);
    this.collector = new StrokeCollector(budget);
    this.lines = new Polylines(budget.checkPoints);
    this.spare = new Polylines(budget.checkPoints);
  }

  stroke(path: Path, matrix: Matrix, style: PenStyle, isText = false): void {
    const { lines, spare } = this;
    lines.clear();
    flatten(path, matrix, this.toleranceMm, lines);
    if (!this.isNear(lines)) return;
    spare.clear();
    const isDashed = style.dashes !== undefined && dash(lines, style.dashes, spare);
    if (style.dashes !== undefined && !isDashed)
      this.notes.add('dashes-too-fine', 'Dashes too fine to be seen are drawn as a line without gaps.');
    const shown = isDashed ? spare : lines;
    const layer = this.keep(shown, style);
    if (!this.settings.shapes || shown.ends.length === 0) return;
    const stroke: StrokeStyle = { widthMm: style.widthMm, cap: 'round', join: 'round', miterLimit: 4 };
    this.shapes.push({ strokeCount: shown.ends.length, layer, ...(isText ? {} : { stroke }) });
  }

  /** Draws the outline of an area, unless fills are skipped. */
  fill(path: Path, matrix: Matrix, style: PenStyle, isOpaque: boolean): void {
    const { lines, settings, notes } = this;
    const rings = settings.shapes ? new Polylines(this.budget.checkPoints) : this.spare;
    lines.clear();
    rings.clear();
    flatten(path, matrix, this.toleranceMm, lines);
    closeOpenLines(lines, rings);
    if (rings.ends.length === 0 || !this.isNear(rings)) return;
    let layer = -1;
    if (settings.fill === 'skip') {
      notes.add('fill-left-out', 'Filled shapes without a stroke are left out.');
      const name = this.layerName(style);
      if (this.fillLayers.size < maxFillLayers) this.fillLayers.set(name, style.colour);
    } else {
      notes.add('fill-outlined', 'Filled shapes without a stroke are drawn as outlines.');
      layer = this.keep(rings, style);
    }
    if (!settings.shapes) return;
    this.budget.stroke(rings.length / 2);
    const area: Area = { rings: rings.compact(), rule: 'evenodd' };
    const strokeCount = layer < 0 ? 0 : rings.ends.length;
    this.shapes.push({ strokeCount, layer, fill: { area, style, isOpaque } });
  }

  /** Returns the drawing, with a page that fits it. */
  drawing(): Drawing {
    const { layers, collector, notes, settings } = this;
    const { minX, minY, maxX, maxY } = this.box ?? { minX: 0, minY: 0, maxX: 0, maxY: 0 };
    const move = (points: Float64Array, length: number) => {
      for (let at = 0; at < length; at += 2) {
        points[at]! -= minX;
        points[at + 1]! -= minY;
      }
    };
    for (const { points } of collector.strokes) move(points, points.length);
    const shapes = this.shapes.map(({ strokeCount, layer, stroke, fill }): Shape => {
      if (fill === undefined) return { strokeCount, layer, ...(stroke && { stroke }) };
      const { area, style, isOpaque } = fill;
      move(area.rings.points, area.rings.length);
      const fillLayer = layers.indexForFill(this.layerName(style), style.colour);
      return {
        strokeCount,
        layer: layer < 0 ? fillLayer : layer,
        fill: { area, layer: fillLayer, isOpaque },
      };
    });
    if (settings.fillLayers) for (const [name, colour] of this.fillLayers) layers.indexForFill(name, colour);
    layers.noteMerged(notes, 'layers or colours');
    return {
      widthMm: Math.max(minPageMm, maxX - minX),
      heightMm: Math.max(minPageMm, maxY - minY),
      layers: layers.list(),
      strokes: collector.strokes,
      notes: notes.list(),
      ...(settings.shapes ? { shapes } : {}),
    };
  }

  private keep(lines: Polylines, style: PenStyle): number {
    if (lines.ends.length === 0) return -1;
    const layer = this.layers.indexFor(this.layerName(style), style.colour);
    this.collector.addAll(lines, layer);
    return layer;
  }

  private layerName({ layer, colour }: PenStyle): string {
    if (this.settings.layersBy === 'none') return 'Drawing';
    return this.settings.layersBy === 'colour' ? colour : layer;
  }

  /** Extends the page by lines. Returns false for lines with erroneous positions. */
  private isNear(lines: Polylines): boolean {
    const bounds = boundsOf(lines);
    if (bounds === undefined) return true;
    if (!(bounds.farthest <= maxPositionMm)) {
      this.notes.add(
        'too-far-away',
        'Lines whose positions are mistakes or far from all others are not drawn.',
      );
      this.budget.lostPoints(lines.length / 2);
      return false;
    }
    this.box = unionBox(this.box ?? bounds, bounds);
    return true;
  }
}
