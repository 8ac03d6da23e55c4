import type { OperationOf } from '@stationery/contract/operation-table';
import { normaliseArea } from '../../area/combine-areas.ts';
import { addStrokeRings, type StrokeStyle } from '../../area/stroke-area.ts';
import type { Points } from '../../drawing.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { type Item, linesIn } from '../artwork.ts';
import { type Apply, layerFilter, type OperationContext } from '../context.ts';

const defaultPenMm = 0.3;

/** Draws wide strokes so that the ink ends at the edge of the stroke. */
export const strokes: Apply<OperationOf<'strokes'>> = (artwork, options, context) => {
  const { penMm = defaultPenMm, as = 'outline' } = options;
  const isSelected = layerFilter(artwork.layers, options.layers);
  const items = artwork.items.map((item): Item => {
    const { stroke, lines, layer } = item;
    if (stroke === undefined || !(stroke.widthMm > penMm) || lines.length === 0) return item;
    if (!isSelected(layer) || !context.isDrawn(layer)) return item;
    const drawn: Points[] = [];
    let widthMm = stroke.widthMm - penMm;
    for (; widthMm > 0; widthMm -= 2 * penMm) {
      drawn.push(...linesIn(outlineOf(lines, { ...stroke, widthMm }, context)));
      if (as === 'outline') break;
    }
    // The remaining middle is narrower than the pen, so one line covers it.
    if (as === 'passes' && widthMm > 1e-9 - penMm) drawn.push(...lines);
    const covers = { rings: outlineOf(lines, stroke, context), rule: 'nonzero' } as const;
    return { ...item, lines: drawn, stroke: undefined, covers };
  });
  return { ...artwork, items };
};

function outlineOf(lines: readonly Points[], style: StrokeStyle, context: OperationContext): Polylines {
  const { limit, toleranceMm } = context;
  const rings = new Polylines(limit.checkPoints, 64);
  for (const line of lines) addStrokeRings(line, style, toleranceMm, rings, limit.work);
  return normaliseArea({ rings, rule: 'nonzero' }, limit.work).rings;
}
