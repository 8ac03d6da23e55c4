import type { Bounds } from '../path/path.ts';

/** Returns a box around nothing, to which `include` adds points. */
export const emptyBox = (): Bounds => ({ minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity });

export function include(box: Bounds, x: number, y: number): void {
  if (x < box.minX) box.minX = x;
  if (x > box.maxX) box.maxX = x;
  if (y < box.minY) box.minY = y;
  if (y > box.maxY) box.maxY = y;
}
