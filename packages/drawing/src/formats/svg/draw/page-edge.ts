import { type Box, edgeSlackMm } from '../../../geometry/box.ts';
import type { Polylines } from '../../../geometry/polylines.ts';

/** Appends the parts of the lines that are on the page to `out`. Returns whether anything was cut off. */
export function cutAtPageEdge(lines: Polylines, page: Box, out: Polylines): boolean {
  const wide = {
    minX: page.minX - edgeSlackMm,
    minY: page.minY - edgeSlackMm,
    maxX: page.maxX + edgeSlackMm,
    maxY: page.maxY + edgeSlackMm,
  };
  const { points } = lines;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  const add = (x: number, y: number) => {
    const onPageX = Math.min(Math.max(x, page.minX), page.maxX);
    const onPageY = Math.min(Math.max(y, page.minY), page.maxY);
    if (out.currentCount > 0 && onPageX === lastX && onPageY === lastY) return;
    lastX = onPageX;
    lastY = onPageY;
    out.add(onPageX, onPageY);
  };
  let cut = false;
  let from = 0;
  for (let index = 0; index < lines.ends.length; index++) {
    const end = lines.ends[index] as number;
    let isWhole = true;
    for (let at = from + 2; at < end; at += 2) {
      const x0 = points[at - 2] as number;
      const y0 = points[at - 1] as number;
      const dx = (points[at] as number) - x0;
      const dy = (points[at + 1] as number) - y0;
      const near = insidePart(wide, x0, y0, dx, dy);
      const inner = near === undefined ? undefined : insidePart(page, x0, y0, dx, dy);
      const staysNear = near !== undefined && near[0] === 0 && near[1] === 1;
      if (near === undefined || (inner === undefined && !staysNear)) {
        out.end(false);
        isWhole = false;
        continue;
      }
      if (near[0] > 0) {
        out.end(false);
        isWhole = false;
      } else add(x0, y0);
      if (inner !== undefined) for (const t of inner) if (t > 0 && t < 1) add(x0 + dx * t, y0 + dy * t);
      if (near[1] < 1) {
        out.end(false);
        isWhole = false;
      } else if (dx === 0 && dy === 0 && end - from === 4) {
        // A dot is a line of two equal points.
        out.add(lastX, lastY);
      } else add(points[at] as number, points[at + 1] as number);
    }
    out.end(isWhole && (lines.closed[index] as boolean));
    cut ||= !isWhole;
    from = end;
  }
  return cut;
}

/**
 * Returns the part of a line inside a box, as shares of the line's length; undefined if none of it is inside.
 */
function insidePart(
  { minX, minY, maxX, maxY }: Box,
  x: number,
  y: number,
  dx: number,
  dy: number,
): readonly [number, number] | undefined {
  let from = 0;
  let to = 1;
  for (const [place, way, low, high] of [
    [x, dx, minX, maxX],
    [y, dy, minY, maxY],
  ] as const) {
    if (way === 0) {
      if (place < low || place > high) return undefined;
      continue;
    }
    const one = (low - place) / way;
    const other = (high - place) / way;
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to ? [from, to] : undefined;
}
