import { around } from '../bed/view.ts';
import { type Bounds, type Path, segmentKind } from '../path/path.ts';

/** A small picture of a job: the data of an SVG path, and the sheet around it. In steps. */
export interface Thumbnail {
  strokes: string;
  viewBox: string;
}

const maxPoints = 1500;

/** Of many places some are left out, but never the end of a stroke. */
export function thumbnailOf(path: Path, sheet: Bounds | undefined): Thumbnail | undefined {
  const { bounds, length, x, y, kind } = path;
  if (bounds === undefined) return undefined;
  const every = Math.ceil(length / maxPoints);
  const parts: string[] = [];
  for (let at = 1; at < length && parts.length < 2 * maxPoints; at++) {
    if (kind[at] !== segmentKind.draw) continue;
    const isFirst = kind[at - 1] !== segmentKind.draw;
    const isLast = at + 1 === length || kind[at + 1] !== segmentKind.draw;
    if (isFirst) parts.push(`M${x[at - 1]} ${y[at - 1]}`);
    if (isFirst || isLast || at % every === 0) parts.push(`L${x[at]} ${y[at]}`);
  }
  const { minX, minY, maxX, maxY } = around(sheet, bounds)!;
  return {
    strokes: parts.join(''),
    viewBox: `${minX} ${minY} ${Math.max(1, maxX - minX)} ${Math.max(1, maxY - minY)}`,
  };
}
