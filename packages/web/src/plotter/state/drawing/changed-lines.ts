import { type Box, composed, emptyBox, include, type PlanOptions, type Transform } from '@stationery/drawing';
import type { Lines } from './sketch.ts';

export function movesLines({ operations, crop }: PlanOptions): boolean {
  return crop !== undefined || operations?.some(({ kind }) => kind !== 'arrange') === true;
}

/** Returns whether lines change, even if only in colour. */
export function changesLines(options: PlanOptions): boolean {
  const { pens = 'layers', layerSettings = [], marks } = options;
  return (
    movesLines(options) ||
    marks !== undefined ||
    pens !== 'layers' ||
    layerSettings.some(({ pen }) => pen !== undefined)
  );
}

/** `own` is in the drawing's own coordinates, without the offset. */
export function boxesAround(
  { xy }: Lines,
  { a, b, c, d, e, f }: Transform,
): { onPaper: Box; own: Box } | undefined {
  const size = a * d - b * c;
  if (xy.length === 0 || size === 0) return undefined;
  const [onPaper, own] = [emptyBox(), emptyBox()];
  for (let at = 0; at < xy.length; at += 2) {
    const [x, y] = [xy[at]! - e, xy[at + 1]! - f];
    include(onPaper, xy[at]!, xy[at + 1]!);
    include(own, (d * x - c * y) / size, (a * y - b * x) / size);
  }
  return { onPaper, own };
}

export function inverted({ a, b, c, d, e, f }: Transform): Transform {
  const size = a * d - b * c;
  return {
    a: d / size,
    b: -b / size,
    c: -c / size,
    d: a / size,
    e: (c * f - d * e) / size,
    f: (b * e - a * f) / size,
  };
}

export function movedLines<T extends Lines>(lines: T, { a, b, c, d, e, f }: Transform): T {
  const xy = new Float64Array(lines.xy.length);
  for (let at = 0; at < xy.length; at += 2) {
    const [x, y] = [lines.xy[at]!, lines.xy[at + 1]!];
    xy[at] = a * x + c * y + e;
    xy[at + 1] = b * x + d * y + f;
  }
  return { ...lines, xy };
}

export const moveBetween = (from: Transform, to: Transform): Transform => composed(to, inverted(from));

export function movedBox({ minX, minY, maxX, maxY }: Box, { a, b, c, d, e, f }: Transform): Box {
  const moved = emptyBox();
  for (const x of [minX, maxX])
    for (const y of [minY, maxY]) include(moved, a * x + c * y + e, b * x + d * y + f);
  return moved;
}
