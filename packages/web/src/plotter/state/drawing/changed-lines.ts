import type { Box, PlanOptions, Transform } from '@stationery/drawing';
import type { Lines } from './sketch.ts';

/** Returns whether lines move relative to the file. */
export function movesLines({ operations, crop }: PlanOptions): boolean {
  return crop !== undefined || operations?.some(({ kind }) => kind !== 'arrange') === true;
}

/** Returns whether a plan changes or crops lines of the file, or draws layers in other colours. */
export function changesLines(options: PlanOptions): boolean {
  const { pens = 'layers', layerSettings = [], marks } = options;
  return (
    movesLines(options) ||
    marks !== undefined ||
    pens !== 'layers' ||
    layerSettings.some(({ pen }) => pen !== undefined)
  );
}

/**
 * Returns the bounding box of lines on the paper, and their bounding box in the drawing's own coordinates,
 * without the offset.
 */
export function boxesAround(
  { xy }: Lines,
  { a, b, c, d, e, f }: Transform,
): { onPaper: Box; own: Box } | undefined {
  const size = a * d - b * c;
  if (xy.length === 0 || size === 0) return undefined;
  const around = () => ({ minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });
  const [onPaper, own] = [around(), around()];
  const include = (box: ReturnType<typeof around>, x: number, y: number) => {
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  };
  for (let at = 0; at < xy.length; at += 2) {
    const [x, y] = [xy[at]! - e, xy[at + 1]! - f];
    include(onPaper, xy[at]!, xy[at + 1]!);
    include(own, (d * x - c * y) / size, (a * y - b * x) / size);
  }
  return { onPaper, own };
}

/** Returns a transform that applies `inner` first, then `outer`. */
export function composed(outer: Transform, inner: Transform): Transform {
  const { a, b, c, d } = outer;
  return {
    a: a * inner.a + c * inner.b,
    b: b * inner.a + d * inner.b,
    c: a * inner.c + c * inner.d,
    d: b * inner.c + d * inner.d,
    e: a * inner.e + c * inner.f + outer.e,
    f: b * inner.e + d * inner.f + outer.f,
  };
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

/** Returns the transform from one placement to the other. */
export const moveBetween = (from: Transform, to: Transform): Transform => composed(to, inverted(from));

export function movedBox({ minX, minY, maxX, maxY }: Box, { a, b, c, d, e, f }: Transform): Box {
  const xs = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => a * x + c * y + e));
  const ys = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => b * x + d * y + f));
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}
