import type { Area } from '../../area/area.ts';
import { hatchArea } from '../../area/hatch-area.ts';
import { insetArea } from '../../area/inset-area.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { type Item, linesIn } from '../artwork.ts';
import { type Apply, layerFilter, type OperationContext } from '../context.ts';
import type { HatchOperation } from '../operation.ts';

export const usualSpacingMm = 0.5;
/** Rings that enclose less are what rounding leaves of a shape. */
const smallestRingMm2 = 1e-4;
/** How far inside the line along the outline the others end, in widths of the pen: not beside it, and not on it. */
const insideOutline = 0.25;

/** Fills shapes with lines, which become a shape of their own that is painted right after the one they fill. */
export const hatch: Apply<HatchOperation> = (artwork, options, context) => {
  const isMeant = layerFilter(artwork.layers, options.layers);
  const items = artwork.items.flatMap((item): Item[] => {
    const { fill } = item;
    if (fill === undefined || item.isHatched === true || !(isMeant(fill.layer) || isMeant(item.layer)))
      return [item];
    const isBare = options.outline === false && item.isOutline === true;
    const filled = { ...item, isHatched: true, lines: isBare ? [] : item.lines };
    if (!context.isDrawn(fill.layer)) return [filled];
    const lines = new Polylines(context.limit.checkPoints, 64);
    fillWithLines(fill.area, options, context, lines);
    return [filled, { layer: fill.layer, lines: linesIn(lines) }];
  });
  return { ...artwork, items };
};

function fillWithLines(area: Area, options: HatchOperation, context: OperationContext, out: Polylines): void {
  const { penMm, pattern = 'lines', angle = 45, spacingMm = penMm ?? usualSpacingMm } = options;
  const { insetMm = (penMm ?? 0) / 2 } = options;
  const { toleranceMm, limit, paper } = context;
  if (pattern === 'inset') {
    addRings(area, insetMm > 0 ? insetMm : spacingMm / 2, spacingMm, context, out);
    return;
  }
  let inner = insetMm > 0 ? insetArea(area, insetMm, toleranceMm, limit.work) : area;
  if (penMm !== undefined && spacingMm <= penMm) {
    // Between the round ends of lines there would be gaps, so a line along the outline covers them.
    addOutline(inner, out);
    inner = insetArea(inner, penMm * insideOutline, toleranceMm, limit.work);
  }
  for (const turn of pattern === 'cross' ? [0, 90] : [0])
    hatchArea(inner, { spacing: spacingMm, angle: angle + turn, within: paper }, out, limit.work);
}

function addOutline({ rings: { points, ends } }: Area, ...outs: readonly Polylines[]): void {
  let from = 0;
  for (const end of ends) {
    if (Math.abs(surfaceOf(points, from, end)) > smallestRingMm2)
      for (const out of outs) {
        for (let at = from; at < end; at += 2) out.add(points[at]!, points[at + 1]!);
        out.end(true);
      }
    from = end;
  }
}

/** Along the outline, then along what is left inside of that, until nothing is. */
function addRings(
  area: Area,
  firstMm: number,
  spacingMm: number,
  { toleranceMm, limit }: OperationContext,
  out: Polylines,
): void {
  let inner = insetArea(area, firstMm, toleranceMm, limit.work);
  while (inner.rings.ends.length > 0) {
    const kept = new Polylines(undefined, inner.rings.length / 2);
    addOutline(inner, kept, out);
    inner = insetArea({ rings: kept, rule: 'nonzero' }, spacingMm, toleranceMm, limit.work);
  }
}

function surfaceOf(points: Float64Array, from: number, end: number): number {
  let twice = 0;
  const [x, y] = [points[from]!, points[from + 1]!];
  for (let at = from + 2; at < end; at += 2)
    twice += (points[at - 2]! - x) * (points[at + 1]! - y) - (points[at]! - x) * (points[at - 1]! - y);
  return twice / 2;
}
