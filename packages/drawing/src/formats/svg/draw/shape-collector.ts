import { type Area, areaOfBox } from '../../../area/area.ts';
import { combineAreas } from '../../../area/combine-areas.ts';
import type { Shade } from '../../../area/shade.ts';
import type { StrokeStyle } from '../../../area/stroke-area.ts';
import type { Fill, Shape } from '../../../drawing.ts';
import type { Box } from '../../../geometry/box.ts';
import { flatten } from '../../../geometry/flatten.ts';
import { determinant } from '../../../geometry/matrix.ts';
import type { Path } from '../../../geometry/path.ts';
import { Polylines } from '../../../geometry/polylines.ts';
import type { LayerTable } from '../../../reading/layer-table.ts';
import { boundsOf, closeOpenLines, maxCoordinateMm } from '../../../reading/lines.ts';
import type { Scene } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { mmPerPixel, parseLength } from '../values/length.ts';
import { clipFill } from './clip-fill.ts';
import type { Context } from './context.ts';
import { shadeOf } from './gradients.ts';

const workOfShape = 20;
/** Fills with a lower opacity hide nothing. */
const opaque = 0.99;

interface CollectedFill {
  readonly area: Area;
  readonly layerName: string;
  readonly colour: string;
  readonly isOpaque: boolean;
  readonly shade: Shade | undefined;
}

/** Collects shapes in painting order. */
export class ShapeCollector {
  private scene: Scene;
  private readonly page: Box | undefined;
  private readonly shapes: {
    strokeCount: number;
    layer: number;
    fill: CollectedFill | undefined;
    stroke: StrokeStyle | undefined;
  }[] = [];

  constructor(scene: Scene, page: Box | undefined) {
    this.scene = scene;
    this.page = page;
  }

  inScene(scene: Scene): void {
    this.scene = scene;
  }

  /** Adds a shape. `layer` is the layer of its strokes and is ignored if there are none. */
  add(
    strokeCount: number,
    layer: number,
    fill: CollectedFill | undefined,
    stroke: StrokeStyle | undefined,
  ): void {
    if (strokeCount === 0 && fill === undefined) return;
    this.scene.budget.work(workOfShape);
    this.shapes.push({ strokeCount, layer, fill, stroke });
  }

  /**
   * Returns all shapes. Fills on layers without strokes get layers after all others, so that the other indexes
   * stay the same.
   */
  list(layers: LayerTable): Shape[] {
    return this.shapes.map(({ strokeCount, layer, fill, stroke }) => {
      const fillLayer = fill === undefined ? -1 : layers.indexForFill(fill.layerName, fill.colour);
      return {
        strokeCount,
        layer: strokeCount === 0 ? fillLayer : layer,
        ...(fill === undefined ? {} : { fill: fillOn(fillLayer, fill) }),
        ...(stroke === undefined ? {} : { stroke }),
      };
    });
  }

  /** Returns the filled area on the page; undefined if the path fills nothing. */
  fillOf(
    path: Path,
    style: Style,
    context: Context,
    layerName: string,
    colour: string,
  ): CollectedFill | undefined {
    const { budget, settings } = this.scene;
    const flat = new Polylines(budget.checkPoints);
    flatten(path, context.matrix, settings.toleranceMm, flat);
    const rings = new Polylines(budget.checkPoints);
    closeOpenLines(flat, rings);
    const box = boundsOf(rings);
    if (box === undefined || !(box.farthest <= maxCoordinateMm)) return undefined;
    const rule = style.fillRule === 'evenodd' ? 'evenodd' : 'nonzero';
    const { page } = this;
    const { work } = budget;
    const clipped = clipFill(rings, rule, { box, clips: context.clips, page: undefined, work });
    let area: Area = clipped === undefined ? { rings, rule } : { rings: clipped, rule: 'nonzero' };
    const isOnPage =
      page === undefined ||
      (box.minX >= page.minX && box.minY >= page.minY && box.maxX <= page.maxX && box.maxY <= page.maxY);
    if (!isOnPage) area = combineAreas(area, areaOfBox(page), 'intersect', work);
    if (area.rings.ends.length === 0) return undefined;
    budget.stroke(area.rings.length / 2);
    const isOpaque = style.fillOpacity * style.opacity * style.outerOpacity >= opaque;
    const shade = shadeOf(this.scene, path, style, context);
    return { area: { rings: area.rings.compact(), rule: area.rule }, layerName, colour, isOpaque, shade };
  }
}

function fillOn(layer: number, { area, isOpaque, shade }: CollectedFill): Fill {
  return { area, layer, isOpaque, ...(shade === undefined ? {} : { shade }) };
}

/** Returns the stroke style with the width on the page. */
export function strokeStyleOf(style: Style, { matrix, viewport }: Context): StrokeStyle {
  const width = parseLength(style.strokeWidth, style.lengthsIn(viewport), 'both') ?? 1;
  const scale =
    style.vectorEffect === 'non-scaling-stroke' ? mmPerPixel : Math.sqrt(Math.abs(determinant(matrix)));
  const { lineCap: cap, lineJoin: join } = style;
  const limit = Number(style.miterLimit);
  return {
    widthMm: width * scale,
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
    miterLimit: limit >= 1 ? Math.min(limit, 1000) : 4,
  };
}
