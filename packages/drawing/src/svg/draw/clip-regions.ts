import { flatten } from '../../geometry/flatten.ts';
import { identity, type Matrix, multiply, translation } from '../../geometry/matrix.ts';
import { Path } from '../../geometry/path.ts';
import { PolygonRegion } from '../../geometry/polygon-region.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { IntersectionRegion, type Region, UnionRegion } from '../../geometry/region.ts';
import { quoted } from '../notes.ts';
import type { Scene, Viewport } from '../scene.ts';
import { parseReference } from '../style/paint.ts';
import { Style } from '../style/style.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boundsOf } from './lines.ts';
import { addOutlines } from './outlines.ts';
import { addShape, shapeNames } from './shape-path.ts';
import { insideUse, useTarget, withTransform } from './structure.ts';

/** An element that is clipped: its units, its style, and what surrounds it. */
export interface Clipped {
  readonly node: XmlNode;
  readonly style: Style;
  readonly parentStyle: Style;
  readonly matrix: Matrix;
  readonly viewport: Viewport;
}

/** Turns `clip-path` into regions of the page. */
export class ClipRegions {
  private readonly scene: Scene;
  private readonly open = new Set<XmlNode>();
  /** The last region of each clip path: a file often clips a thousand neighbours with the same one. */
  private readonly known = new Map<XmlNode, { readonly key: string; readonly region: Region }>();

  constructor(scene: Scene) {
    this.scene = scene;
  }

  /** The region that clips an element, or `undefined` where nothing does. */
  regionFor(clipped: Clipped): Region | undefined {
    const written = clipped.style.clipPath;
    if (written === 'none' || written === '') return undefined;
    const reference = parseReference(written);
    const clip = reference === undefined ? undefined : this.scene.byId(reference.id);
    if (clip === undefined || clip.name !== 'clipPath') {
      this.scene.notes.add(
        `The clip path ${quoted(written)} is not applied: only a “clipPath” of the file is.`,
      );
      return undefined;
    }
    if (this.open.has(clip)) {
      this.scene.notes.add('A clip path that clips itself is not applied.');
      return undefined;
    }
    this.open.add(clip);
    const region = this.regionOf(clip, clipped);
    this.open.delete(clip);
    return region;
  }

  private regionOf(clip: XmlNode, clipped: Clipped): Region {
    const { scene } = this;
    let matrix: Matrix | undefined = clipped.matrix;
    let { viewport } = clipped;
    if (scene.document.attribute(clip, 'clipPathUnits') === 'objectBoundingBox') {
      const box = this.boxOf(clipped);
      if (box === undefined) return new UnionRegion([]);
      matrix = multiply(matrix, box);
      viewport = { width: 1, height: 1 };
    }
    const key = matrix.join(' ');
    const before = this.known.get(clip);
    if (before?.key === key) return before.region;
    const style = this.styleOf(clip);
    matrix = withTransform(scene, style, matrix, viewport);
    if (matrix === undefined) return new UnionRegion([]);
    const parts: Region[] = [];
    for (let child = clip.first; child !== undefined; child = child.next)
      this.addPart(child, style, matrix, viewport, parts);
    let region: Region = new UnionRegion(parts);
    const own = this.regionFor({ node: clip, style, parentStyle: style, matrix: clipped.matrix, viewport });
    if (own !== undefined) region = new IntersectionRegion([region, own]);
    this.known.set(clip, { key, region });
    return region;
  }

  private addPart(node: XmlNode, parent: Style, matrix: Matrix, viewport: Viewport, parts: Region[]): void {
    const { scene } = this;
    if (node.name === '#text' || node.foreign || node.name === 'title' || node.name === 'desc') return;
    scene.budget.element(scene.inUse.size);
    const style = scene.styles.resolve(node, parent);
    if (!style.displayed || !style.visible) return;
    const own = withTransform(scene, style, matrix, viewport);
    if (own === undefined) return;
    if (node.name === 'use') {
      const target = useTarget(scene, node);
      if (target === undefined) return;
      const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
      const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
      const inner: Region[] = [];
      const moved = multiply(own, translation(x, y));
      insideUse(scene, target, () => this.addPart(target, style, moved, viewport, inner));
      this.keep(new UnionRegion(inner), node, style, parent, own, viewport, parts);
    } else if (shapeNames.has(node.name)) {
      const path = new Path();
      addShape(scene, node, style, viewport, path);
      const outline = new Polylines(scene.budget.checkPoints);
      flatten(path, own, scene.settings.toleranceMm, outline);
      const region = new PolygonRegion(outline, style.clipRule === 'evenodd', scene.budget.work);
      this.keep(region, node, style, parent, own, viewport, parts);
    } else {
      scene.notes.add(`“<${node.name.slice(0, 40)}>” inside a clip path has no effect.`);
    }
  }

  /** A shape in a clip path may itself be clipped. */
  private keep(
    region: Region,
    node: XmlNode,
    style: Style,
    parentStyle: Style,
    matrix: Matrix,
    viewport: Viewport,
    parts: Region[],
  ): void {
    const own = this.regionFor({ node, style, parentStyle, matrix, viewport });
    parts.push(own === undefined ? region : new IntersectionRegion([region, own]));
  }

  /** From the unit square to the box around the element, in the element's own units. */
  private boxOf({ node, parentStyle, viewport }: Clipped): Matrix | undefined {
    const lines = new Polylines(this.scene.budget.checkPoints);
    addOutlines(this.scene, node, identity, parentStyle, viewport, 0, lines);
    const box = boundsOf(lines);
    if (box === undefined || !Number.isFinite(box.farthest)) return undefined;
    const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
    return width > 0 && height > 0 ? [width, 0, 0, height, box.minX, box.minY] : undefined;
  }

  /** A clip path inherits from where it stands in the file, not from what it clips. */
  private styleOf(node: XmlNode): Style {
    const chain: XmlNode[] = [];
    for (let each: XmlNode | undefined = node; each !== undefined; each = each.parent) chain.push(each);
    return chain.reduceRight((style, each) => this.scene.styles.resolve(each, style), new Style());
  }
}
