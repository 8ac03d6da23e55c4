import type { Region } from '../../../area/region.ts';
import { fontName } from '../../../font/single-line-font.ts';
import { type Matrix, multiply, translation } from '../../../geometry/matrix.ts';
import { Path } from '../../../geometry/path.ts';
import { quoted } from '../../../reading/notes.ts';
import type { Scene } from '../scene.ts';
import { Style } from '../style/style.ts';
import { textPaths } from '../text/text-path.ts';
import { enterViewport, type Frame, frameRegion } from '../viewport.ts';
import type { XmlNode } from '../xml/xml-document.ts';
import { boxAround, boxOnPage } from './bounding-box.ts';
import { ClipRegions, regionOfPath } from './clip-regions.ts';
import { chosenChild, conditionsHold } from './conditions.ts';
import type { Context } from './context.ts';
import { isNotesLayer, type LayerKind, layerName } from './layer-names.ts';
import { markedShapes, markersOf } from './markers.ts';
import { imageFrame, imageMatrix, nestedDrawing } from './nested-drawing.ts';
import type { Painter } from './painter.ts';
import { type Tiling, tilingOf } from './patterns.ts';
import { addShape, shapeNames } from './shape-path.ts';
import { frameOf, insideUse, useTarget, withTransform } from './structure.ts';
import { isProgramData, nonRenderedElements, picture, unsupportedElements } from './undrawn-elements.ts';

/** Work units to visit an element, drawn or not. */
const workOfChild = 5;
const workOfForeign = 15;

export class Walker {
  private readonly scene: Scene;
  private readonly painter: Painter;
  private readonly layerKind: LayerKind;
  private readonly clips: ClipRegions;
  private readonly path = new Path();
  /** Elements being drawn, to stop recursion. */
  private readonly open = new Set<XmlNode>();

  constructor({ scene, painter, layerKind }: { scene: Scene; painter: Painter; layerKind: LayerKind }) {
    this.scene = scene;
    this.painter = painter;
    this.layerKind = layerKind;
    this.clips = new ClipRegions(scene);
  }

  /** Draws the outermost `svg`, whose style and units are already in the context. */
  root(node: XmlNode, context: Context, toMm: Matrix): void {
    // Its clip path is in page pixels, not in units of its view box.
    const { clips } = this.enter(node, context.style, toMm, context);
    this.children(node, { ...context, clips });
  }

  private children(node: XmlNode, context: Context): void {
    for (let child = node.first; child !== undefined; child = child.next) {
      this.scene.budget.work(child.foreign ? workOfForeign : workOfChild);
      if (child.name !== '#text') this.draw(child, context);
    }
  }

  private draw(node: XmlNode, context: Context, used?: XmlNode): void {
    const { scene } = this;
    if (node.foreign) {
      if (!isProgramData(node.name))
        scene.notes.add('other-language', `${quoted(node.name)} is not SVG and is not drawn.`);
      return;
    }
    if (nonRenderedElements.has(node.name) && !(node.name === 'symbol' && used !== undefined)) return;
    scene.budget.element(context.depth);
    const missing = unsupportedElements.get(node.name);
    if (missing !== undefined) {
      scene.notes.add(...missing);
      return;
    }
    if (!conditionsHold(scene, node)) {
      scene.notes.add('conditional', 'Parts for another language or another program are not drawn.');
      return;
    }
    if (isNotesLayer(scene.document, node)) {
      scene.notes.add('layer-not-plotted', 'Layers whose names begin with % are not plotted.');
      return;
    }
    const style = scene.styles.resolve(node, context.style);
    if (!style.displayed || !(style.opacity > 0)) {
      scene.notes.add('hidden', 'Hidden parts are not drawn.');
      return;
    }
    const matrix = withTransform(scene, style, context.matrix, context.viewport, () =>
      this.boxForTransform(node, style, context),
    );
    if (matrix === undefined) return;
    this.inside(node, this.enter(node, style, matrix, context), used);
  }

  /**
   * Returns the box to which a transform refers. In browsers, the position of a `use` applies after its
   * transform.
   */
  private boxForTransform(
    node: XmlNode,
    style: Style,
    { style: parent, viewport }: Context,
  ): Frame | undefined {
    const { scene } = this;
    const box = boxAround(scene, node, parent, viewport);
    if (box === undefined || node.name !== 'use') return box;
    const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
    const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
    return { ...box, x: box.x - x, y: box.y - y };
  }

  private enter(node: XmlNode, style: Style, matrix: Matrix, context: Context): Context {
    const { notes, document } = this.scene;
    if (style.filter !== 'none' && style.filter !== '')
      notes.add('filter', 'Filters (shadow, blur and the like) are not applied.');
    const { style: parentStyle, viewport } = context;
    const clipped = { node, style, parentStyle, matrix, viewport };
    const regions = [this.clips.regionFor(clipped), this.clips.maskFor(clipped)];
    const layer = node.name === 'g' ? layerName(document, node, this.layerKind, context.layer) : undefined;
    return {
      matrix,
      style,
      viewport,
      clips: [...context.clips, ...regions.filter((region) => region !== undefined)],
      layer: layer ?? context.layer,
      depth: context.depth + 1,
      isTile: context.isTile,
    };
  }

  private inside(node: XmlNode, context: Context, used: XmlNode | undefined): void {
    if (shapeNames.has(node.name)) {
      this.shape(node, context);
      return;
    }
    switch (node.name) {
      case 'g':
      case 'a':
        this.children(node, context);
        return;
      case 'use':
        this.use(node, context);
        return;
      case 'svg':
      case 'symbol':
        this.viewport(node, context, used);
        return;
      case 'switch': {
        const child = chosenChild(this.scene, node);
        if (child !== undefined) this.draw(child, context);
        return;
      }
      case 'text':
        this.text(node, context);
        return;
      case 'image':
        this.image(node, context);
        return;
      default:
        this.scene.notes.add(
          'unknown-element',
          `“<${node.name.slice(0, 40)}>” is not known and is not drawn.`,
        );
    }
  }

  private shape(node: XmlNode, context: Context): void {
    const { scene, path } = this;
    const { style, viewport } = context;
    for (let child = node.first; child !== undefined; child = child.next) {
      scene.budget.work(workOfChild);
      const missing = unsupportedElements.get(child.name);
      if (missing !== undefined) scene.notes.add(...missing);
    }
    path.clear();
    const notesBefore = scene.notes.total;
    addShape(scene, node, style, viewport, path);
    if (path.verbCount === 0 && scene.notes.total === notesBefore)
      scene.notes.add('without-size', `A ${quoted(node.name)} without points is not drawn.`);
    const pathLength =
      style.dashArray === 'none' ? undefined : scene.length(node, style, 'pathLength', 'both', viewport);
    const canFill = node.name !== 'line';
    const fill = canFill && style.visible ? this.patternFill(context) : undefined;
    if (fill === undefined) this.painter.paint({ path, style, pathLength, canFill }, context);
    else if (style.stroke.kind !== 'none') this.painter.paint({ path, style, pathLength }, context);
    const markers = style.hasMarkers && style.visible && markedShapes.has(node.name);
    if (markers) this.markers(context);
    fill?.();
  }

  /** Returns a function that draws the pattern inside the last shape; undefined if the shape has no pattern. */
  private patternFill(context: Context): (() => void) | undefined {
    const { scene, path } = this;
    const { style, viewport, matrix } = context;
    const { fill } = style;
    if (fill.kind !== 'server' || !(style.fillOpacity > 0)) return undefined;
    const pattern = scene.byId(fill.id);
    if (pattern?.name !== 'pattern' || this.open.has(pattern)) return undefined;
    const tiling = tilingOf(scene, pattern, path, viewport);
    if (tiling === undefined) return undefined;
    const region = regionOfPath(scene, path, matrix, style.fillRule);
    return () => {
      this.open.add(pattern);
      scene.styles.inUse(undefined, () => this.tiles(tiling, region, context));
      this.open.delete(pattern);
    };
  }

  private tiles({ parts, style, viewport, ...tiling }: Tiling, region: Region, context: Context): void {
    const { scene } = this;
    const frame = { x: 0, y: 0, ...tiling.size };
    for (const tile of tiling.tiles) {
      scene.budget.element(context.depth);
      const outer = multiply(context.matrix, tile);
      const { minX, minY, maxX, maxY } = boxOnPage(frame, outer);
      if (region.missesBox(minX, minY, maxX, maxY)) continue;
      const edge = tiling.isCut ? [frameRegion(frame, outer, scene.budget.work)] : [];
      const inner = { ...context, style, viewport, isTile: true, depth: context.depth + 1 };
      const matrix = multiply(outer, tiling.matrix);
      for (const part of parts)
        this.draw(part, { ...inner, matrix, clips: [...context.clips, region, ...edge] });
    }
  }

  private markers(context: Context): void {
    const { scene } = this;
    const { style, viewport, matrix, depth } = context;
    for (const { node, frame, ...marker } of markersOf(scene, this.path, style, viewport)) {
      if (this.open.has(node)) {
        scene.notes.add('use-circle', 'Elements that use each other in a circle are drawn once.');
        continue;
      }
      scene.budget.element(depth);
      const inner = new Style(marker.style);
      inner.takeContext(style);
      const clips =
        frame === undefined
          ? context.clips
          : [...context.clips, frameRegion(frame.box, multiply(matrix, frame.matrix), scene.budget.work)];
      this.open.add(node);
      const place = { style: inner, viewport: marker.viewport, matrix: multiply(matrix, marker.matrix) };
      scene.styles.inUse(undefined, () =>
        this.children(node, { ...context, ...place, clips, depth: depth + 1 }),
      );
      this.open.delete(node);
    }
  }

  private text(node: XmlNode, context: Context): void {
    const { scene, path } = this;
    let isDrawn = false;
    textPaths(scene, node, context.style, context.viewport, context.depth, path, (style) => {
      isDrawn = true;
      this.painter.paint({ path, style, isText: true }, context);
    });
    if (isDrawn && scene.document.attribute(node, 'font-family') !== fontName)
      scene.notes.add(
        'text-font',
        'Text is drawn in the built-in font of single lines, not in the font of the file.',
      );
  }

  private use(node: XmlNode, context: Context): void {
    const { scene } = this;
    const target = useTarget(scene, node);
    if (target === undefined) return;
    const { style, viewport } = context;
    const x = scene.length(node, style, 'x', 'x', viewport) ?? 0;
    const y = scene.length(node, style, 'y', 'y', viewport) ?? 0;
    const inner = { ...context, matrix: multiply(context.matrix, translation(x, y)) };
    style.takeContext(style);
    insideUse(scene, target, () => this.draw(target, inner, node));
  }

  /** Draws an inner `svg` or a `symbol`, whose size the `use` may override. */
  private viewport(node: XmlNode, context: Context, used: XmlNode | undefined): void {
    const { scene } = this;
    const { style, viewport } = context;
    const frame = frameOf(scene, node, style, viewport, used);
    const inside = enterViewport(scene, node, frame);
    if (inside === undefined) return;
    const isOpen = style.overflow === 'visible' || style.overflow === 'auto';
    const clips = isOpen
      ? context.clips
      : [...context.clips, frameRegion(frame, context.matrix, scene.budget.work)];
    this.children(node, {
      ...context,
      clips,
      matrix: multiply(context.matrix, inside.matrix),
      viewport: inside.viewport,
    });
  }

  /** Draws the SVG in a data URI. Styles and ids around it do not apply to it. */
  private image(node: XmlNode, context: Context): void {
    const { scene, painter, layerKind } = this;
    const nested = nestedDrawing(scene, node);
    if (nested === undefined) {
      scene.notes.add(...picture);
      return;
    }
    const { root, style, page } = nested;
    const frame = imageFrame(scene, node, context.style, context.viewport, page);
    if (!style.displayed || !context.style.visible || !(frame.width > 0 && frame.height > 0)) return;
    const toPage = multiply(context.matrix, imageMatrix(scene, node, frame, page));
    painter.inScene(nested.scene, () =>
      new Walker({ scene: nested.scene, painter, layerKind }).root(
        root,
        {
          ...context,
          style,
          matrix: multiply(toPage, page.matrix),
          viewport: page.viewport,
          clips: [...context.clips, frameRegion(frame, context.matrix, scene.budget.work)],
        },
        multiply(toPage, page.toMm),
      ),
    );
  }
}
