import type { OperationOf } from '@stationery/contract/operation-table';
import type { Points } from '../../drawing.ts';
import { lengthBetween } from '../../geometry/polylines.ts';
import { joinMeetingEnds } from '../../strokes/join.ts';
import { simplify as simplifySet } from '../../strokes/simplify.ts';
import { type StrokeSet, StrokeSetBuilder, strokeOf } from '../../strokes/stroke-set.ts';
import type { Item } from '../artwork.ts';
import { type Apply, layerFilter } from '../context.ts';

const workOfPoint = 20;

export const filter: Apply<OperationOf<'filter'>> = (artwork, options, { limit }) => {
  const { shortestMm = 0, longestMm = Infinity } = options;
  const isSelected = layerFilter(artwork.layers, options.layers);
  const items = artwork.items.map((item): Item => {
    if (!isSelected(item.layer)) return item;
    const lines = item.lines.filter((points) => {
      limit.work(points.length);
      const length = lengthBetween(points);
      return length >= shortestMm && length <= longestMm;
    });
    return lines.length === item.lines.length ? item : { ...item, lines };
  });
  return { ...artwork, items };
};

export const simplify: Apply<OperationOf<'simplify'>> = (artwork, options, { limit }) => {
  const { toleranceMm = 0.05 } = options;
  const isSelected = layerFilter(artwork.layers, options.layers);
  const items = artwork.items.map((item): Item => {
    if (!isSelected(item.layer) || item.lines.length === 0) return item;
    limit.work(workOfPoint * pointsOf(item));
    return { ...item, lines: linesOf(simplifySet(setOf([item]), toleranceMm).strokes) };
  });
  return { ...artwork, items };
};

/**
 * Merges the lines of a layer to one shape, in place of the layer's last shape in painting order, so that
 * shapes painted over that shape still hide the lines.
 */
export const merge: Apply<OperationOf<'merge'>> = (artwork, options, { limit }) => {
  const { gapMm = 0.5 } = options;
  const isSelected = layerFilter(artwork.layers, options.layers);
  const ofLayer = new Map<number, Item[]>();
  for (const item of artwork.items) {
    limit.work(workOfPoint * pointsOf(item));
    if (!isSelected(item.layer) || item.lines.length === 0) continue;
    const items = ofLayer.get(item.layer);
    if (items === undefined) ofLayer.set(item.layer, [item]);
    else items.push(item);
  }
  const bare = artwork.items.map((item) => (isSelected(item.layer) ? { ...item, lines: [] } : item));
  const merged = [...ofLayer].map(
    ([layer, items]): Item => ({ layer, lines: linesOf(joinMeetingEnds(setOf(items), gapMm)) }),
  );
  return { ...artwork, items: [...bare, ...merged] };
};

function setOf(items: readonly Item[]): StrokeSet {
  const builder = new StrokeSetBuilder(
    items.reduce((sum, item) => sum + pointsOf(item), 0),
    items.length,
  );
  for (const { lines } of items)
    for (const points of lines) {
      builder.addRange(points, 0, points.length / 2);
      builder.endStroke();
    }
  return builder.build();
}

function linesOf(set: StrokeSet): Points[] {
  return Array.from({ length: set.count }, (_, stroke) => strokeOf(set, stroke));
}

function pointsOf({ lines }: Item): number {
  return 1 + lines.reduce((sum, { length }) => sum + length / 2, 0);
}
