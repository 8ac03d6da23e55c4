import { cutLines } from '../../../area/cut.ts';
import type { Region } from '../../../area/region.ts';
import type { Box } from '../../../geometry/box.ts';
import { type DashPattern, dash, lengthOf } from '../../../geometry/dash.ts';
import { flatten } from '../../../geometry/flatten.ts';
import { greatestScale, identity, type Matrix } from '../../../geometry/matrix.ts';
import { type Path, verb } from '../../../geometry/path.ts';
import { Polylines } from '../../../geometry/polylines.ts';
import { LayerTable } from '../../../reading/layer-table.ts';
import {
  type Bounds,
  boundsOf,
  closeOpenLines,
  maxCoordinateMm,
  transformLines,
  withoutDots,
} from '../../../reading/lines.ts';
import type { StrokeCollector } from '../../../reading/stroke-collector.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { mmPerPixel, parseLength, splitList } from '../values/length.ts';
import { clipFill } from './clip-fill.ts';
import type { Context } from './context.ts';
import type { LayerKind } from './layer-names.ts';
import { cutAtPageEdge } from './page-edge.ts';
import { type ShapeCollector, strokeStyleOf } from './shape-collector.ts';
import { visibleColour } from './visible-paint.ts';

const maxLengths = 1000;
/** Work units per character of a length. Reading a few characters takes about 100 ns. */
const workOfCharacter = 3;

/** Returns the dash pattern; undefined for a solid line. */
function dashPattern(scene: Scene, style: Style, viewport: Viewport): DashPattern | undefined {
  if (style.dashArray === 'none' || style.dashArray === '') return undefined;
  // Dashes are usually the same as for the previous line.
  const key = `${style.dashArray} ${style.dashOffset} ${viewport.width} ${viewport.height} ${style.fontSize}`;
  if (scene.lastDashes?.key !== key) scene.lastDashes = { key, pattern: parse(scene, style, viewport) };
  return scene.lastDashes.pattern;
}

function parse(scene: Scene, style: Style, viewport: Viewport): DashPattern | undefined {
  scene.budget.work(style.dashArray.length * workOfCharacter);
  const context = style.lengthsIn(viewport);
  const lengths: number[] = [];
  for (const word of splitList(style.dashArray).slice(0, maxLengths + 1)) {
    const length = parseLength(word, context, 'both');
    if (length === undefined || length < 0 || lengths.length >= maxLengths) {
      scene.notes.add(
        'dashes-unreadable',
        'A pattern of dashes that cannot be read is drawn as a line without gaps.',
      );
      return undefined;
    }
    lengths.push(length);
  }
  if (lengths.length % 2 === 1) lengths.push(...lengths);
  const total = lengths.reduce((sum, each) => sum + each, 0);
  if (!(total > 0 && Number.isFinite(total)) || lengths.every((each, index) => index % 2 === 0 || each === 0))
    return undefined;
  return { lengths, offset: parseLength(style.dashOffset, context, 'both') ?? 0 };
}

const workOfCut = 15;

interface PaintedPath {
  readonly path: Path;
  readonly style: Style;
  /** The length to which dashes refer. */
  readonly pathLength?: number | undefined;
  /** Whether the path consists of single lines, which are drawn alike for fill and stroke. */
  readonly isText?: boolean;
  /** False for `line` elements and letters, which enclose no area. */
  readonly canFill?: boolean;
}

const maxFillLayers = 1000;

/** Draws paths as strokes on layers. */
export class Painter {
  readonly layers: LayerTable;
  /** Layers of fills that are not drawn, by name, with the colour of each. */
  private readonly fillLayers = new Map<string, string>();
  private scene: Scene;
  private readonly strokes: StrokeCollector;
  private readonly layerKind: LayerKind;
  private readonly page: Box | undefined;
  /** Undefined unless shapes are requested. */
  private readonly shapes: ShapeCollector | undefined;
  private lines: Polylines;
  private spare: Polylines;

  constructor(parts: {
    scene: Scene;
    strokes: StrokeCollector;
    layerKind: LayerKind;
    page: Box | undefined;
    shapes?: ShapeCollector | undefined;
  }) {
    this.scene = parts.scene;
    this.layers = new LayerTable(this.scene.settings.splitColours);
    this.strokes = parts.strokes;
    this.layerKind = parts.layerKind;
    this.page = parts.page;
    this.shapes = parts.shapes;
    this.lines = new Polylines(this.scene.budget.checkPoints);
    this.spare = new Polylines(this.scene.budget.checkPoints);
  }

  /** Paints a picture that is embedded in the file. */
  inScene(scene: Scene, paint: () => void): void {
    const outer = this.scene;
    this.scene = scene;
    this.shapes?.inScene(scene);
    paint();
    this.scene = outer;
    this.shapes?.inScene(outer);
  }

  paint(painted: PaintedPath, context: Context): void {
    if (this.shapes === undefined || !painted.style.visible) {
      this.paintStrokes(painted, context);
      return;
    }
    const { strokes } = this.strokes;
    const before = strokes.length;
    this.paintStrokes(painted, context);
    const { path, style } = painted;
    const hasStroke = painted.isText !== true && this.strokeColour(style, context) !== undefined;
    this.shapes.add(
      strokes.length - before,
      strokes[before]?.layer ?? 0,
      painted.canFill === true && hasArea(path) ? this.fillOf(path, style, context) : undefined,
      hasStroke ? strokeStyleOf(style, context) : undefined,
    );
  }

  private fillOf(path: Path, style: Style, context: Context) {
    const colour = this.fillColour(style);
    if (colour === undefined) return undefined;
    return this.shapes?.fillOf(path, style, context, this.layerNameFor(context, colour), colour);
  }

  private paintStrokes(painted: PaintedPath, context: Context): void {
    const { path, style } = painted;
    const { notes, settings } = this.scene;
    if (path.verbCount === 0) return;
    if (!style.visible) {
      notes.add('hidden', 'Hidden parts are not drawn.');
      return;
    }
    const stroke = this.strokeColour(style, context);
    const colour = stroke ?? this.fillColour(style);
    if (colour === undefined) {
      notes.add('nothing-painted', 'Shapes that have neither a stroke nor a fill are not drawn.');
      return;
    }
    if (stroke === undefined && painted.isText !== true) {
      if (painted.canFill !== true) {
        notes.add('nothing-painted', 'Shapes that have neither a stroke nor an area are not drawn.');
        return;
      }
      if (settings.fill === 'skip') {
        notes.add('fill-left-out', 'Filled shapes without a stroke are left out.');
        return;
      }
      notes.add('fill-outlined', 'Filled shapes without a stroke are drawn as outlines.');
    } else if (
      stroke !== undefined &&
      painted.canFill === true &&
      hasArea(path) &&
      this.fillColour(style) !== undefined
    ) {
      notes.add(
        'fill-not-drawn',
        'Areas are not filled in: of shapes with a stroke and a fill, the stroke is drawn.',
      );
      if (settings.fillLayers) this.addFillLayer(style, context);
    }
    this.lines.clear();
    const isFill = stroke === undefined && painted.isText !== true;
    const notesBefore = notes.total;
    if (isFill) this.flattenFill(path, context.matrix);
    else this.flattenStroke(painted, context);
    if (this.lines.ends.length === 0 && notes.total === notesBefore && painted.isText !== true)
      notes.add(
        'without-length',
        'Shapes that are a single point, or lie in a gap of their dashes, are not drawn.',
      );
    this.finish(context, colour, isFill ? style : undefined);
  }

  /** Adds the layers of fills that are not drawn, after all other layers. */
  listFillLayers(): void {
    for (const [name, colour] of this.fillLayers) this.layers.indexForFill(name, colour);
  }

  private addFillLayer(style: Style, context: Context): void {
    const colour = this.fillColour(style);
    if (colour === undefined) return;
    const name = this.layerNameFor(context, colour);
    if (this.fillLayers.size < maxFillLayers && !this.fillLayers.has(name)) this.fillLayers.set(name, colour);
  }

  private fillColour(style: Style): string | undefined {
    return visibleColour(this.scene, style.fill, style, style.fillOpacity);
  }

  private strokeColour(style: Style, { viewport }: Context): string | undefined {
    const colour = visibleColour(this.scene, style.stroke, style, style.strokeOpacity);
    if (colour === undefined || Number(style.strokeWidth) > 0) return colour;
    const width = parseLength(style.strokeWidth, style.lengthsIn(viewport), 'both');
    return width !== undefined && width <= 0 ? undefined : colour;
  }

  private flattenFill(path: Path, matrix: Matrix): void {
    flatten(path, matrix, this.scene.settings.toleranceMm, this.lines);
    this.spare.clear();
    const hadLines = this.lines.ends.length > 0;
    closeOpenLines(this.lines, this.spare);
    this.swap();
    if (hadLines && this.lines.ends.length === 0)
      this.scene.notes.add('nothing-painted', 'Shapes that have neither a stroke nor an area are not drawn.');
  }

  private flattenStroke(painted: PaintedPath, context: Context): void {
    const { settings } = this.scene;
    const { style } = painted;
    // Letters and paths with `pathLength` 0 have no dashes.
    const isWhole = painted.isText === true || painted.pathLength === 0;
    const pattern = isWhole ? undefined : dashPattern(this.scene, style, context.viewport);
    if (pattern === undefined) flatten(painted.path, context.matrix, settings.toleranceMm, this.lines);
    else this.flattenDashed(painted, pattern, context.matrix);
    if (style.lineCap === 'round' || style.lineCap === 'square' || painted.isText === true) return;
    this.spare.clear();
    if (withoutDots(this.lines, this.spare) === 0) return;
    this.swap();
    this.scene.notes.add(
      'without-length',
      'Lines without length whose ends are not round or square are not drawn.',
    );
  }

  /**
   * Flattens a path with dashes. Their lengths are in the units of the path, before transforms, unless the file
   * specifies otherwise.
   */
  private flattenDashed(painted: PaintedPath, pattern: DashPattern, matrix: Matrix): void {
    const onPage = painted.style.vectorEffect === 'non-scaling-stroke';
    const scale = onPage ? 1 : greatestScale(matrix);
    flatten(painted.path, onPage ? matrix : identity, this.scene.settings.toleranceMm / scale, this.lines);
    const declared = painted.pathLength;
    let factor = onPage ? mmPerPixel : 1;
    if (declared !== undefined && declared > 0) factor = lengthOf(this.lines) / declared;
    const lengths = pattern.lengths.map((each) => each * factor);
    this.spare.clear();
    if (dash(this.lines, { lengths, offset: pattern.offset * factor }, this.spare)) this.swap();
    else
      this.scene.notes.add('dashes-too-fine', 'Dashes too fine to be seen are drawn as a line without gaps.');
    if (!onPage) transformLines(this.lines, matrix);
  }

  /**
   * Finishes the collected lines. `filled` is the style if the shape is a fill, which is clipped as an area and
   * not line by line.
   */
  private finish(context: Context, colour: string, filled: Style | undefined): void {
    const { notes, budget } = this.scene;
    const bounds = boundsOf(this.lines);
    if (bounds === undefined) return;
    if (!(bounds.farthest <= maxCoordinateMm)) {
      notes.add('too-far-away', 'Shapes that reach further than ten kilometres are not drawn.');
      budget.lostPoints(this.lines.length / 2);
      return;
    }
    const before = this.lines.length;
    if (filled !== undefined) this.clipArea(context, bounds, filled);
    else for (const region of context.clips) this.cut(region, bounds);
    const isClippedAway = this.lines.ends.length === 0;
    if (isClippedAway && context.isTile !== true)
      notes.add('clipped-away', 'Shapes that lie wholly outside of their clip path are not drawn.');
    const isCut = !isClippedAway && this.cutAtPage(bounds);
    if (isCut && this.lines.ends.length > 0)
      notes.add('beyond-page', 'Lines beyond the edge of the page are cut off there.');
    else if (isCut)
      notes.add('outside-page', 'Shapes whose lines all lie outside of the page are not drawn.');
    budget.lostPoints(Math.max(0, before - this.lines.length) / 2);
    if (this.lines.ends.length === 0) return;
    this.strokes.addAll(this.lines, this.layers.indexFor(this.layerNameFor(context, colour), colour));
  }

  private clipArea({ clips }: Context, box: Bounds, { fillRule }: Style): void {
    const rule = fillRule === 'evenodd' ? 'evenodd' : 'nonzero';
    const { work } = this.scene.budget;
    const clipped = clipFill(this.lines, rule, { box, clips, page: this.page, work });
    if (clipped !== undefined) this.lines = clipped;
  }

  /** Cuts the lines at the page edge. Returns whether anything was cut off. */
  private cutAtPage({ minX, minY, maxX, maxY }: Bounds): boolean {
    const { page } = this;
    if (page === undefined) return false;
    if (minX >= page.minX && minY >= page.minY && maxX <= page.maxX && maxY <= page.maxY) return false;
    this.scene.budget.work(workOfCut + this.lines.length / 8);
    this.spare.clear();
    const cut = cutAtPageEdge(this.lines, page, this.spare);
    this.swap();
    return cut;
  }

  private cut(region: Region, { minX, minY, maxX, maxY }: Bounds): void {
    if (region.surrounds(minX, minY, maxX, maxY)) return;
    this.scene.budget.work(workOfCut + this.lines.length / 8);
    this.spare.clear();
    cutLines(this.lines, region, this.spare);
    this.swap();
  }

  private layerNameFor(context: Context, colour: string): string {
    if (this.layerKind === 'colour') return colour;
    return context.layer ?? (this.layerKind === 'none' ? 'Drawing' : 'No layer');
  }

  private swap(): void {
    [this.lines, this.spare] = [this.spare, this.lines];
  }
}

/** Whether a path may enclose an area. A single straight line does not, whatever its fill. */
function hasArea({ verbs, verbCount }: Path): boolean {
  return verbCount > 2 || (verbCount === 2 && verbs[1] !== verb.line);
}
