import type { OperationOf } from '@stationery/contract/operation-table';
import { type Area, boxAroundPoints, surfaceOf } from '../../area/area.ts';
import { normaliseArea } from '../../area/combine-areas.ts';
import { hatchArea } from '../../area/hatch-area.ts';
import { insetRings } from '../../area/inset-area.ts';
import type { Shade } from '../../area/shade.ts';
import type { Box } from '../../geometry/box.ts';
import { Polylines } from '../../geometry/polylines.ts';
import { simplify } from '../../strokes/simplify.ts';
import { strokeOf } from '../../strokes/stroke-set.ts';
import { type Item, linesIn } from '../artwork.ts';
import { BoxTree, overlaps } from '../box-tree.ts';
import { type Apply, layerFilter, type OperationContext } from '../context.ts';

const defaultSpacingMm = 0.5;
/** Smaller rings are dropped, because they result from rounding. */
const minRingMm2 = 1e-4;
/**
 * Inset of the hatched area, in pen widths. Less than a half, so that the ends of lines slightly overlap the
 * outline stroke.
 */
const insideOutline = 0.25;

/** Hatches areas. The lines form a new shape, painted right after the filled one. */
export const hatch: Apply<OperationOf<'hatch'>> = (artwork, options, context) => {
  const isSelected = layerFilter(artwork.layers, options.layers);
  const items = artwork.items.flatMap((item): Item[] => {
    const { fill } = item;
    if (fill === undefined || item.isHatched === true || !(isSelected(fill.layer) || isSelected(item.layer)))
      return [item];
    const isBare = options.outline === false && item.isOutline === true;
    const filled = { ...item, isHatched: true, lines: isBare ? [] : item.lines };
    if (!context.isDrawn(fill.layer)) return [filled];
    const lines = new Polylines(context.limit.checkPoints, 64);
    // The rings of the normalised area neither cross nor touch along an edge, so all of them bound the fill.
    const area = normaliseArea(fill.area, context.limit.work);
    fillWithLines(area, fill.shade, options, context, lines);
    if (fill.shade === undefined) context.limit.narrowFills += partsWithoutLines(area, lines, context);
    return [filled, { layer: fill.layer, lines: linesIn(lines) }];
  });
  return { ...artwork, items };
};

function fillWithLines(
  area: Area,
  shade: Shade | undefined,
  options: OperationOf<'hatch'>,
  context: OperationContext,
  out: Polylines,
): void {
  const { penMm, pattern = 'lines', angle = 45, spacingMm = penMm ?? defaultSpacingMm } = options;
  const { insetMm = (penMm ?? 0) / 2 } = options;
  const { toleranceMm, limit, paper } = context;
  if (pattern === 'inset') {
    addRings(area.rings, insetMm > 0 ? insetMm : spacingMm / 2, spacingMm, context, out);
    return;
  }
  let inner = insetMm > 0 ? insetRings(area.rings, insetMm, toleranceMm, limit.work) : area;
  if (penMm !== undefined && spacingMm <= penMm && shade === undefined) {
    // Draw the outline, too, because it covers the gaps between the round ends of the hatch lines.
    addOutline(inner, out);
    inner = insetRings(inner.rings, penMm * insideOutline, toleranceMm, limit.work);
  }
  for (const turn of pattern === 'cross' ? [0, 90] : [0])
    hatchArea(inner, { spacing: spacingMm, angle: angle + turn, within: paper, shade }, out, limit.work);
}

/**
 * Returns the number of parts that are too narrow for a line. If the boxes of two parts overlap, a line may
 * count for both.
 */
function partsWithoutLines({ rings }: Area, lines: Polylines, { paper, limit }: OperationContext): number {
  const parts: { box: Box; index: number }[] = [];
  let from = 0;
  for (const end of rings.ends) {
    const box = boxAroundPoints(rings.points, from, end);
    if (surfaceOf(rings.points, from, end) > minRingMm2 && overlaps(box, paper))
      parts.push({ box, index: 1 });
    from = end;
  }
  if (lines.ends.length === 0 || parts.length === 0) return parts.length;
  const tree = new BoxTree(parts.map(({ box }) => box));
  const drawn = new Set<number>();
  const found: number[] = [];
  from = 0;
  for (const end of lines.ends) {
    const [x, y] = [lines.points[from]!, lines.points[from + 1]!];
    found.length = 0;
    tree.find({ minX: x, minY: y, maxX: x, maxY: y }, 0, parts, found, limit.work);
    for (const part of found) drawn.add(part);
    from = end;
  }
  return parts.length - drawn.size;
}

function addOutline({ rings: { points, ends } }: Area, ...outs: readonly Polylines[]): void {
  let from = 0;
  for (const end of ends) {
    if (Math.abs(surfaceOf(points, from, end)) > minRingMm2)
      for (const out of outs) {
        for (let at = from; at < end; at += 2) out.add(points[at]!, points[at + 1]!);
        out.end(true);
      }
    from = end;
  }
}

/** Adds lines along repeated insets, until no area is left. */
function addRings(
  outline: Polylines,
  firstMm: number,
  spacingMm: number,
  { toleranceMm, limit }: OperationContext,
  out: Polylines,
): void {
  let inner = insetRings(outline, firstMm, toleranceMm, limit.work);
  while (inner.rings.ends.length > 0) {
    const kept = new Polylines(undefined, inner.rings.length / 2);
    addOutline(inner, kept, out);
    inner = insetRings(simpler(kept, toleranceMm / 2), spacingMm, toleranceMm, limit.work);
  }
}

/**
 * Simplifies an inset. Every inset turns a corner into two points, so the number of points would otherwise
 * double with each ring.
 */
function simpler({ points, length, ends }: Polylines, toleranceMm: number): Polylines {
  const starts = Uint32Array.from([0, ...ends], (end) => end / 2);
  const rings = { xy: points.subarray(0, length), starts, count: ends.length };
  const { strokes } = simplify(rings, toleranceMm);
  const out = new Polylines(undefined, strokes.xy.length / 2);
  for (let ring = 0; ring < strokes.count; ring++) {
    const ringPoints = strokeOf(strokes, ring);
    for (let at = 0; at < ringPoints.length; at += 2) out.add(ringPoints[at]!, ringPoints[at + 1]!);
    out.end(true);
  }
  return out;
}
