import { PolygonRegion } from '../../../area/polygon-region.ts';
import { CombinedRegion, type Region, rectangleOf } from '../../../area/region.ts';
import { flatten } from '../../../geometry/flatten.ts';
import { greatestScale, type Matrix, multiply, translation } from '../../../geometry/matrix.ts';
import { Path } from '../../../geometry/path.ts';
import { Polylines } from '../../../geometry/polylines.ts';
import { quoted } from '../../../reading/notes.ts';
import { isWhite } from '../../../white.ts';
import type { Scene, Viewport } from '../scene.ts';
import { parseReference } from '../style/paint.ts';
import type { Style } from '../style/style.ts';
import { textPaths } from '../text/text-path.ts';
import { parseLength } from '../values/length.ts';
import type { Frame } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boxAround } from './bounding-box.ts';
import { type ClipShape, parseClipShape } from './clip-shape.ts';
import { addShape, shapeNames } from './shape-path.ts';
import { insideUse, useTarget, withTransform } from './structure.ts';

/** An element to be clipped. `matrix` converts its units to millimetres on the page. */
interface Clipped {
  readonly node: XmlNode;
  readonly style: Style;
  readonly parentStyle: Style;
  readonly matrix: Matrix;
  readonly viewport: Viewport;
}

/** Stem width of a letter, in multiples of the font size. */
const stemWidth = 0.1;

/** Depth of the call stack per nested clip path, in levels of elements. */
const depthOfClip = 2;

export function regionOfPath(scene: Scene, path: Path, matrix: Matrix, rule: string): Region {
  const { budget, settings } = scene;
  const outline = new Polylines(budget.checkPoints);
  flatten(path, matrix, settings.toleranceMm, outline);
  return rectangleOf(outline) ?? new PolygonRegion(outline, rule === 'evenodd', budget.work);
}

function strokeWidthOf(style: Style, viewport: Viewport): number {
  return parseLength(style.strokeWidth, style.lengthsIn(viewport), 'both') ?? 0;
}

export class ClipRegions {
  private readonly scene: Scene;
  private readonly open = new Set<XmlNode>();
  /** The last region of each clip path, because files often clip a thousand neighbours alike. */
  private readonly known = new Map<XmlNode, { readonly key: string; readonly region: Region }>();
  private readonly outermost = new Map<XmlNode, boolean>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  regionFor(clipped: Clipped): Region | undefined {
    const written = clipped.style.clipPath;
    if (written === 'none' || written === '') return undefined;
    this.scene.budget.read(written.length);
    const shape = parseClipShape(written);
    const byShape = shape && this.regionOfShape(shape, clipped);
    if (byShape !== undefined) return byShape;
    const reference = parseReference(written);
    const clip = reference === undefined ? undefined : this.scene.byId(reference.id);
    if (clip === undefined || clip.name !== 'clipPath') {
      this.scene.notes.add(
        'clip-unknown',
        `The clip path ${quoted(written)} is not applied: only a “clipPath” of the file and simple shapes are.`,
      );
      return undefined;
    }
    if (this.open.has(clip)) {
      this.scene.notes.add('clip-circle', 'A clip path that clips itself is not applied.');
      return undefined;
    }
    this.open.add(clip);
    this.scene.budget.element(this.open.size * depthOfClip);
    const region = this.regionOf(clip, clipped);
    this.open.delete(clip);
    return region;
  }

  /** Returns the region of a CSS shape; undefined if it cannot be read. */
  private regionOfShape(shape: ClipShape, clipped: Clipped): Region | undefined {
    const { scene } = this;
    const { node, style, parentStyle, viewport, matrix } = clipped;
    let box: Frame = { x: 0, y: 0, ...viewport };
    if (shape.box !== 'view-box') {
      const around = boxAround(scene, node, parentStyle, viewport);
      if (around === undefined) return this.nothing();
      const isFill = ['fill-box', 'content-box', 'padding-box'].includes(shape.box);
      const width = isFill || style.stroke.kind === 'none' ? 0 : strokeWidthOf(style, viewport);
      box = {
        x: around.x - width / 2,
        y: around.y - width / 2,
        width: around.width + width,
        height: around.height + width,
      };
    }
    const found = shape.pathIn(box, style.lengthsIn(viewport));
    return found && regionOfPath(scene, found.path, multiply(matrix, translation(box.x, box.y)), found.rule);
  }

  /** Returns the region that a mask leaves visible; undefined without a mask, or if it is partly transparent. */
  maskFor(clipped: Clipped): Region | undefined {
    const written = clipped.style.mask;
    if (written === 'none' || written === '') return undefined;
    const mask = this.scene.byId(parseReference(written)?.id ?? '');
    if (mask?.name !== 'mask' || this.open.has(mask) || !this.isOpaque(mask)) {
      this.scene.notes.add('mask', 'Masks are not applied: what they hide is drawn.');
      return undefined;
    }
    this.open.add(mask);
    const region = this.regionOf(mask, clipped);
    this.open.delete(mask);
    return region;
  }

  /** Whether a mask consists of filled shapes that are opaque, and white if their brightness counts. */
  private isOpaque(mask: XmlNode): boolean {
    const { document, styles, budget } = this.scene;
    const type = document.attribute(mask, 'mask-type') ?? document.attribute(mask, 'style') ?? '';
    const isAlpha = /(?:^|mask-type\s{0,9}:\s{0,9})alpha/.test(type);
    const outer = styles.whereItStands(mask);
    for (let child = mask.first; child !== undefined; child = child.next) {
      if (child.name === '#text' || child.name === 'title' || child.name === 'desc') continue;
      budget.element(this.open.size);
      const { fill, fillOpacity, opacity, stroke, mask: inner, filter } = styles.resolve(child, outer);
      const isFilled =
        fill.kind === 'colour' && !fill.colour.transparent && (isAlpha || isWhite(fill.colour.hex));
      const isPlain = fillOpacity === 1 && opacity === 1 && stroke.kind === 'none';
      const isOwn = inner === 'none' && filter === 'none';
      if (!shapeNames.has(child.name) || !isFilled || !isPlain || !isOwn) return false;
    }
    return true;
  }

  private regionOf(clip: XmlNode, clipped: Clipped): Region {
    const { scene } = this;
    let matrix: Matrix | undefined = clipped.matrix;
    // Percentages refer to the viewport of the clip path.
    let viewport = this.isOutermost(clip) ? scene.pageViewport : clipped.viewport;
    const style = scene.styles.whereItStands(clip);
    matrix = withTransform(scene, style, matrix, viewport);
    if (matrix === undefined) return this.nothing();
    const units = clip.name === 'mask' ? 'maskContentUnits' : 'clipPathUnits';
    if (scene.document.attribute(clip, units) === 'objectBoundingBox') {
      const box = this.boxOf(clipped);
      if (box === undefined) return this.nothing();
      matrix = multiply(matrix, box);
      viewport = { width: 1, height: 1 };
    }
    const key = `${matrix.join(' ')} ${viewport.width} ${viewport.height}`;
    const before = this.known.get(clip);
    if (before?.key === key) return before.region;
    const parts: Region[] = [];
    for (let child = clip.first; child !== undefined; child = child.next)
      this.addPart(child, style, matrix, viewport, parts);
    const work = scene.budget.work;
    const [first] = parts;
    let region: Region =
      parts.length === 1 && first !== undefined ? first : new CombinedRegion('union', parts, work);
    // The clip path of a clip path refers to the same clipped element.
    const own = this.regionFor({ ...clipped, style });
    if (own !== undefined) region = new CombinedRegion('intersection', [region, own], work);
    this.known.set(clip, { key, region });
    return region;
  }

  private nothing(): Region {
    return new CombinedRegion('union', [], this.scene.budget.work);
  }

  private addPart(node: XmlNode, parent: Style, matrix: Matrix, viewport: Viewport, parts: Region[]): void {
    const { scene } = this;
    if (node.name === '#text' || node.foreign || node.name === 'title' || node.name === 'desc') return;
    scene.budget.element(scene.inUse.size);
    const style = scene.styles.resolve(node, parent);
    if (!style.displayed || !style.visible) return;
    const own = withTransform(scene, style, matrix, viewport);
    if (own === undefined) return;
    let region: Region;
    if (node.name === 'use') {
      const target = useTarget(scene, node);
      if (target === undefined) return;
      const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
      const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
      const inner: Region[] = [];
      const moved = multiply(own, translation(x, y));
      insideUse(scene, target, () => this.addPart(target, style, moved, viewport, inner));
      region = new CombinedRegion('union', inner, scene.budget.work);
    } else if (shapeNames.has(node.name)) {
      const path = new Path();
      addShape(scene, node, style, viewport, path);
      region = regionOfPath(scene, path, own, node.parent?.name === 'mask' ? style.fillRule : style.clipRule);
    } else if (node.name === 'text') {
      scene.notes.add('clip-by-text', 'Letters in a clip path have the shape of the built-in font.');
      region = new PolygonRegion(this.lettersOf(node, style, own, viewport), false, scene.budget.work);
    } else {
      scene.notes.add('clip-element', `“<${node.name.slice(0, 40)}>” inside a clip path has no effect.`);
      return;
    }
    const clip = this.regionFor({ node, style, parentStyle: parent, matrix: own, viewport });
    parts.push(
      clip === undefined ? region : new CombinedRegion('intersection', [region, clip], scene.budget.work),
    );
  }

  /** Returns letters in the built-in font, whose lines are as wide as a stem in a clip path. */
  private lettersOf(node: XmlNode, style: Style, matrix: Matrix, viewport: Viewport): Polylines {
    const { budget, inUse, settings } = this.scene;
    const path = new Path();
    const lines = new Polylines(budget.checkPoints);
    const outline = new Polylines(budget.checkPoints);
    textPaths(this.scene, node, style, viewport, inUse.size, path, ({ fontSize, visible }) => {
      if (!visible) return;
      lines.clear();
      flatten(path, matrix, settings.toleranceMm, lines);
      addThickLines(lines, (stemWidth / 2) * fontSize * greatestScale(matrix), outline);
    });
    return outline;
  }

  /** Returns the matrix from the unit square to the element's bounding box, in the element's units. */
  private boxOf({ node, parentStyle, viewport }: Clipped): Matrix | undefined {
    const box = boxAround(this.scene, node, parentStyle, viewport);
    if (box !== undefined && box.width > 0 && box.height > 0)
      return [box.width, 0, 0, box.height, box.x, box.y];
    this.scene.notes.add(
      'clip-without-size',
      'Parts without width or height are not drawn if their clip path is relative to their size.',
    );
    return undefined;
  }

  private isOutermost(clip: XmlNode): boolean {
    let answer = this.outermost.get(clip);
    if (answer === undefined) {
      let outer = clip.parent;
      while (outer !== undefined && outer.name !== 'svg' && outer.name !== 'symbol') outer = outer.parent;
      answer = outer?.parent === undefined;
      this.outermost.set(clip, answer);
    }
    return answer;
  }
}

const half = Math.SQRT1_2;
/** Points of a round end of a segment, along it and perpendicular to it. */
const roundEnd: readonly (readonly [along: number, beside: number])[] = [
  [0, 1],
  [half, half],
  [1, 0],
  [half, -half],
  [0, -1],
];

/** Adds a ring with round ends per segment. All rings wind in one direction, for the fill rule `nonzero`. */
function addThickLines({ points, ends }: Polylines, halfWidth: number, into: Polylines): void {
  let from = 0;
  for (const end of ends) {
    for (let at = from; at + 3 < end; at += 2)
      addRing(points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!, halfWidth, into);
    from = end;
  }
}

function addRing(ax: number, ay: number, bx: number, by: number, halfWidth: number, into: Polylines): void {
  const length = Math.hypot(bx - ax, by - ay);
  // A dot is a segment without a direction.
  const alongX = length === 0 ? halfWidth : ((bx - ax) / length) * halfWidth;
  const alongY = length === 0 ? 0 : ((by - ay) / length) * halfWidth;
  for (const [along, beside] of roundEnd)
    into.add(bx + along * alongX - beside * alongY, by + along * alongY + beside * alongX);
  for (const [along, beside] of roundEnd)
    into.add(ax - along * alongX + beside * alongY, ay - along * alongY - beside * alongX);
  into.end(true);
}
