import type { OperationOf } from '@stationery/contract/operation-table';
import { areaOfBox } from '../../area/area.ts';
import { combineAreas } from '../../area/combine-areas.ts';
import { cutLines } from '../../area/cut.ts';
import { RectangleRegion } from '../../area/region.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { asPolylines, type Item, linesIn } from '../artwork.ts';
import type { Apply } from '../context.ts';

const workOfPoint = 4;

/** Keeps the lines and areas inside a rectangle of the paper. */
export const crop: Apply<OperationOf<'crop'>> = (artwork, { xMm, yMm, widthMm, heightMm }, { limit }) => {
  const region = new RectangleRegion(xMm, yMm, xMm + widthMm, yMm + heightMm);
  const inside = areaOfBox(region);
  const items = artwork.items.map((item): Item => {
    const lines = asPolylines(item.lines);
    limit.work(workOfPoint * (1 + lines.length / 2));
    const left = new Polylines(limit.checkPoints, lines.length / 2);
    cutLines(lines, region, left);
    const { fill, covers } = item;
    const cut = (area: Parameters<typeof combineAreas>[0]) =>
      combineAreas(area, inside, 'intersect', limit.work);
    return {
      ...item,
      lines: linesIn(left),
      fill: fill && { ...fill, area: cut(fill.area) },
      covers: covers && cut(covers),
    };
  });
  return { ...artwork, items };
};
