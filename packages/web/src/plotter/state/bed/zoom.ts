import type { Bounds } from '../path/path.ts';
import type { SizePx, View, Zoom } from './view.ts';

interface Point {
  x: number;
  y: number;
}

const largest = 60;
/** Below this, all of it is meant. */
const nearlyAll = 1.02;

interface Hand {
  /** What is seen, and how many times larger that is than what fits. */
  view: View;
  factor: number;
  size: SizePx;
  /** In steps: the middle of the picture stays inside of it. */
  area: Bounds;
}

/** The zoom that shows what is under `from` (in pixels) under `to`, so many times larger than now. */
export function zoomed(
  { view, factor, size, area }: Hand,
  by: number,
  from: Point,
  to: Point,
): Zoom | undefined {
  const next = Math.min(largest, factor * by);
  if (next < nearlyAll) return undefined;
  const held = { x: (from.x - view.offsetX) / view.scale, y: (from.y - view.offsetY) / view.scale };
  const scale = (view.scale * next) / factor;
  const middle = {
    x: held.x + (size.widthPx / 2 - to.x) / scale,
    y: held.y + (size.heightPx / 2 - to.y) / scale,
  };
  return {
    factor: next,
    x: Math.min(area.maxX, Math.max(area.minX, middle.x)),
    y: Math.min(area.maxY, Math.max(area.minY, middle.y)),
  };
}
