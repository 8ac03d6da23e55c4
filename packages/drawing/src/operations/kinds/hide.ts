import type { OperationOf } from '@stationery/contract/operation-table';
import { type Area, boxAroundArea } from '../../area/area.ts';
import { cutLines } from '../../area/cut.ts';
import { PolygonRegion } from '../../area/polygon-region.ts';
import { type Region, rectangleOf } from '../../area/region.ts';
import type { Box } from '../../geometry/box.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { isWhite } from '../../white.ts';
import { asPolylines, type Item, linesIn } from '../artwork.ts';
import { BoxTree } from '../box-tree.ts';
import type { Apply, OperationContext } from '../context.ts';

const workOfLine = 10;
const workOfPoint = 2;

type LayerName = number | string;

/** An opaque area that hides the shapes painted before it. */
interface Cover {
  readonly index: number;
  readonly item: Item;
  readonly area: Area;
  readonly box: Box;
  region?: Region;
}

/** Cuts lines at the edges of shapes painted over them, and removes the hidden parts. */
export const hide: Apply<OperationOf<'hide'>> = (artwork, { by = 'document' }, context) => {
  if (by === 'off') return artwork;
  const { work } = context.limit;
  // White paint hides what is below it even if white is not drawn.
  const isThere = (layer: number) =>
    context.isDrawn(layer) || isWhite(artwork.layers[layer]?.colour ?? '#000000');
  const wholeOf = (layer: number): LayerName => artwork.layers[layer]?.partOf?.name ?? layer;
  const covers = artwork.items.flatMap((item, index) => coversOf(item, index, isThere));
  const tree = new BoxTree(covers.map(({ box }) => box));
  const found: number[] = [];
  const items = artwork.items.map((item, index): Item => {
    if (item.lines.length === 0) return item;
    let lines = asPolylines(item.lines);
    const box = boxAroundArea({ rings: lines, rule: 'nonzero' })!;
    work(workOfLine + (workOfPoint * lines.length) / 2);
    found.length = 0;
    tree.find(box, index, covers, found, work);
    let isCut = false;
    // Start with the topmost shape, because it often hides the whole line.
    for (let at = found.length - 1; at >= 0 && lines.ends.length > 0; at--) {
      const cover = covers[found[at]!]!;
      if (by === 'layer' && !sharesLayer(cover.item, item.layer, wholeOf)) continue;
      cover.region ??= regionOf(cover.area, context);
      work(workOfLine + (workOfPoint * lines.length) / 2);
      const left = new Polylines(context.limit.checkPoints, lines.length / 2);
      if (!cutLines(lines, cover.region, left, 'outside')) continue;
      lines = left;
      isCut = true;
    }
    return isCut ? { ...item, lines: linesIn(lines) } : item;
  });
  return { ...artwork, items };
};

function coversOf(item: Item, index: number, isThere: (layer: number) => boolean): Cover[] {
  const { fill, covers, layer } = item;
  const areas: Area[] = [];
  if (fill?.isOpaque === true && isThere(fill.layer)) areas.push(fill.area);
  if (covers !== undefined && isThere(layer)) areas.push(covers);
  return areas.flatMap((area) => {
    const box = boxAroundArea(area);
    return box === undefined ? [] : [{ index, item, area, box }];
  });
}

/** Whether an item is on the same layer. Colours of one layer of the file count as one layer. */
function sharesLayer({ layer, fill }: Item, other: number, wholeOf: (layer: number) => LayerName): boolean {
  const whole = wholeOf(other);
  return wholeOf(layer) === whole || (fill !== undefined && wholeOf(fill.layer) === whole);
}

function regionOf({ rings, rule }: Area, { limit }: OperationContext): Region {
  return rectangleOf(rings) ?? new PolygonRegion(rings, rule === 'evenodd', limit.work);
}
