import type { Polylines } from '../geometry/polylines.ts';
import { boxAroundPoints } from './area.ts';
import type { Region } from './region.ts';

/**
 * Appends the parts inside the region to `out`; returns whether other parts were cut off. A line along the edge
 * counts as inside.
 */
export function cutLines(
  lines: Polylines,
  region: Region,
  out: Polylines,
  side: 'inside' | 'outside' = 'inside',
): boolean {
  const wanted = side === 'inside' ? region : outsideOf(region);
  let cut = false;
  let from = 0;
  const { points } = lines;
  for (let index = 0; index < lines.ends.length; index++) {
    const end = lines.ends[index] as number;
    const { minX, minY, maxX, maxY } = boxAroundPoints(points, from, end);
    if (wanted.missesBox(minX, minY, maxX, maxY)) {
      cut = true;
    } else if (wanted.holdsBox(minX, minY, maxX, maxY)) {
      out.grow(out.length + end - from);
      for (let at = from; at < end; at++) out.points[out.length++] = points[at] as number;
      out.end(lines.closed[index] as boolean);
    } else {
      cut = cutOne(points, from, end, wanted, out) || cut;
    }
    from = end;
  }
  return cut;
}

type Cutter = Pick<Region, 'holdsBox' | 'missesBox' | 'contains' | 'crossings'>;

function outsideOf(region: Region): Cutter {
  return {
    holdsBox: (...box) => region.missesBox(...box),
    missesBox: (...box) => region.holdsBox(...box),
    contains: (x, y) => !region.contains(x, y),
    crossings: (...line) => region.crossings(...line),
  };
}

function cutOne(points: Float64Array, from: number, end: number, region: Cutter, out: Polylines): boolean {
  let cut = false;
  const crossings: number[] = [];
  for (let at = from + 2; at < end; at += 2) {
    const x0 = points[at - 2] as number;
    const y0 = points[at - 1] as number;
    const dx = (points[at] as number) - x0;
    const dy = (points[at + 1] as number) - y0;
    const [left, right] = dx < 0 ? [x0 + dx, x0] : [x0, x0 + dx];
    const [top, bottom] = dy < 0 ? [y0 + dy, y0] : [y0, y0 + dy];
    if (region.missesBox(left, top, right, bottom)) {
      out.end(false);
      cut = true;
      continue;
    }
    if (region.holdsBox(left, top, right, bottom)) {
      if (out.currentCount === 0) out.add(x0, y0);
      out.add(points[at] as number, points[at + 1] as number);
      continue;
    }
    crossings.length = 0;
    if (dx !== 0 || dy !== 0) region.crossings(x0, y0, x0 + dx, y0 + dy, crossings);
    if (crossings.length > 1) crossings.sort((one, other) => one - other);
    crossings.push(1);
    let before = 0;
    for (const t of crossings) {
      if (t - before < 1e-12 && t < 1) continue;
      const middle = (before + t) / 2;
      if (region.contains(x0 + dx * middle, y0 + dy * middle)) {
        if (out.currentCount === 0) out.add(x0 + dx * before, y0 + dy * before);
        if (t === 1) out.add(points[at] as number, points[at + 1] as number);
        else out.add(x0 + dx * t, y0 + dy * t);
      } else {
        out.end(false);
        cut = true;
      }
      before = t;
    }
  }
  out.end(false);
  return cut;
}
