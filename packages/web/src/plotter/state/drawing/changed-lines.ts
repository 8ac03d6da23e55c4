import type { Box, PlanOptions, Transform } from '@stationery/drawing';
import type { Lines } from './sketch.ts';

/** Whether lines move relative to the file. */
export function movesLines({ operations, crop }: PlanOptions): boolean {
  return crop !== undefined || operations?.some(({ kind }) => kind !== 'arrange') === true;
}

/** Whether a plan changes lines of the file, or uses pens in other colours than its layers. */
export function changesLines(options: PlanOptions): boolean {
  const { pens = 'layers', layerSettings = [] } = options;
  return movesLines(options) || pens !== 'layers' || layerSettings.some(({ pen }) => pen !== undefined);
}

/** The box around lines on the paper, and the box along the sides of the drawing, in its own mm. */
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

/** The transform from one placement to the other. */
export function moveBetween(from: Transform, to: Transform): Transform {
  const size = from.a * from.d - from.b * from.c;
  const back = { a: from.d / size, b: -from.b / size, c: -from.c / size, d: from.a / size };
  const [a, b] = [to.a * back.a + to.c * back.b, to.b * back.a + to.d * back.b];
  const [c, d] = [to.a * back.c + to.c * back.d, to.b * back.c + to.d * back.d];
  return { a, b, c, d, e: to.e - a * from.e - c * from.f, f: to.f - b * from.e - d * from.f };
}

export function movedBox({ minX, minY, maxX, maxY }: Box, { a, b, c, d, e, f }: Transform): Box {
  const xs = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => a * x + c * y + e));
  const ys = [minX, maxX].flatMap((x) => [minY, maxY].map((y) => b * x + d * y + f));
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}
