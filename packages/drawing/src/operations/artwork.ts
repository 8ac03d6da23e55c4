import type { Area } from '../area/area.ts';
import { movedShade } from '../area/shade.ts';
import type { StrokeStyle } from '../area/stroke-area.ts';
import type { Drawing, Fill, Layer, Points } from '../drawing.ts';
import { type Box, emptyBox, include } from '../geometry/box.ts';
import { Polylines } from '../geometry/polylines.ts';
import { movedPoints, type Transform } from '../geometry/transform.ts';

export interface Item {
  readonly layer: number;
  readonly lines: readonly Points[];
  readonly fill?: Fill | undefined;
  /** Undefined if the lines are the outline of the fill, or their width is negligible. */
  readonly stroke?: StrokeStyle | undefined;
  /** Whether the lines are the outline of a fill that has no stroke in the file. */
  readonly isOutline?: boolean;
  readonly isHatched?: boolean;
  /** The area covered by wide strokes. */
  readonly covers?: Area | undefined;
}

/** Shapes in millimetres on the paper, in painting order. */
export interface Artwork {
  readonly layers: readonly Layer[];
  readonly items: readonly Item[];
  /** Centres of registration marks. */
  readonly marks?: readonly { readonly xMm: number; readonly yMm: number }[];
}

/**
 * Returns a drawing as artwork. Omits lines that are not drawn or have invalid numbers. Keeps all areas,
 * because they may hide other lines.
 */
export function artworkOf(
  drawing: Drawing,
  transform: Transform,
  isDrawn: (layer: number) => boolean,
): Artwork {
  const { layers, strokes, shapes } = drawing;
  const lay = (from: number, end: number) =>
    strokes
      .slice(from, end)
      .filter(({ points, layer }) => isDrawn(layer) && points.every(Number.isFinite))
      .map(({ points }) => movedPoints(points, transform));
  if (shapes === undefined)
    return { layers, items: strokes.map(({ layer }, at) => ({ layer, lines: lay(at, at + 1) })) };
  let next = 0;
  const items = shapes.map(({ strokeCount, layer, fill, stroke }): Item => {
    const lines = lay(next, next + strokeCount);
    next += strokeCount;
    const isOutline = fill !== undefined && stroke === undefined;
    return movedParts({ layer, lines: [], fill, stroke, isOutline }, lines, transform);
  });
  return { layers, items };
}

export function transformItem(item: Item, transform: Transform): Item {
  const lines = item.lines.map((points) => movedPoints(points, transform));
  return movedParts(item, lines, transform);
}

function movedParts(item: Item, lines: readonly Points[], transform: Transform): Item {
  const { fill, stroke, covers } = item;
  const scale = Math.sqrt(Math.abs(transform.a * transform.d - transform.b * transform.c));
  return {
    ...item,
    lines,
    fill: fill && movedFill(fill, transform),
    stroke: stroke && { ...stroke, widthMm: stroke.widthMm * scale },
    covers: covers && movedArea(covers, transform),
  };
}

export function movedFill(fill: Fill, transform: Transform): Fill {
  const area = movedArea(fill.area, transform);
  return { ...fill, area, ...(fill.shade && { shade: movedShade(fill.shade, transform) }) };
}

function movedArea({ rings, rule }: Area, transform: Transform): Area {
  const laid = new Polylines(undefined, 0);
  laid.points = movedPoints(rings.points, transform, rings.length);
  laid.length = rings.length;
  for (const end of rings.ends) laid.ends.push(end);
  for (const isClosed of rings.closed) laid.closed.push(isClosed);
  return { rings: laid, rule };
}

export function boxOfLines({ items }: Artwork): Box | undefined {
  const box = emptyBox();
  for (const { lines } of items)
    for (const points of lines)
      for (let at = 0; at + 1 < points.length; at += 2) include(box, points[at]!, points[at + 1]!);
  return box.minX <= box.maxX && box.minY <= box.maxY ? box : undefined;
}

export function asPolylines(lines: readonly Points[]): Polylines {
  const all = new Polylines(
    undefined,
    lines.reduce((sum, { length }) => sum + length / 2, 0),
  );
  for (const points of lines) {
    for (let at = 0; at + 1 < points.length; at += 2) all.add(points[at]!, points[at + 1]!);
    all.end(false);
  }
  return all;
}

/** Returns the lines, which share one buffer. */
export function linesIn({ points, length, ends }: Polylines): Points[] {
  const kept = points.slice(0, length);
  return ends.map((end, index) => kept.subarray(ends[index - 1] ?? 0, end));
}
