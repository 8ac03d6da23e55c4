import type { OperationOf } from '@stationery/contract/operation-table';
import { boxOfLines, type Item } from '../artwork.ts';
import { type Apply, indexesOf } from '../context.ts';
import { defaultGapMm, defaultMarkMm } from '../room-around.ts';

/** Draws a frame, by default with the first pen. */
export const frame: Apply<OperationOf<'frame'>> = (artwork, { gapMm = defaultGapMm, layer }) => {
  const box = boxOfLines(artwork);
  if (box === undefined) return artwork;
  const [left, top, right, bottom] = [box.minX - gapMm, box.minY - gapMm, box.maxX + gapMm, box.maxY + gapMm];
  const points = Float64Array.of(left, top, right, top, right, bottom, left, bottom, left, top);
  const first = artwork.items.find(({ lines }) => lines.length > 0)?.layer ?? 0;
  const on = layer === undefined ? first : indexesOf(artwork.layers, layer)[0]!;
  return { ...artwork, items: [...artwork.items, { layer: on, lines: [points] }] };
};

/** Crosses at the corners of the drawing, drawn with every pen. */
export const marks: Apply<OperationOf<'marks'>> = (
  artwork,
  { sizeMm = defaultMarkMm, gapMm = defaultGapMm },
  { isDrawn },
) => {
  const box = boxOfLines(artwork);
  if (box === undefined) return artwork;
  const away = gapMm + sizeMm / 2;
  const half = sizeMm / 2;
  const centres = [box.minX - away, box.maxX + away].flatMap((xMm) =>
    [box.minY - away, box.maxY + away].map((yMm) => ({ xMm, yMm })),
  );
  const lines = centres.flatMap(({ xMm: x, yMm: y }) => [
    Float64Array.of(x - half, y, x + half, y),
    Float64Array.of(x, y - half, x, y + half),
  ]);
  const used = new Set(artwork.items.flatMap(({ layer, lines: own }) => (own.length > 0 ? [layer] : [])));
  const crosses = [...used].filter(isDrawn).map((layer): Item => ({ layer, lines }));
  return { ...artwork, items: [...artwork.items, ...crosses], marks: centres };
};
