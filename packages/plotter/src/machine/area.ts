import type { Area, Point } from '../drivers/language/geometry.ts';

export function isWithin({ x, y }: Point, area: Area): boolean {
  return x >= area.minX && x <= area.maxX && y >= area.minY && y <= area.maxY;
}

/** Avoids `-0`, which would be printed. */
export function relativeTo(area: Area, origin: Point): Area {
  return {
    minX: area.minX - origin.x + 0,
    maxX: area.maxX - origin.x + 0,
    minY: area.minY - origin.y + 0,
    maxY: area.maxY - origin.y + 0,
  };
}

export function intersection(a: Area, b: Area): Area | undefined {
  const both = {
    minX: Math.max(a.minX, b.minX),
    maxX: Math.min(a.maxX, b.maxX),
    minY: Math.max(a.minY, b.minY),
    maxY: Math.min(a.maxY, b.maxY),
  };
  return both.minX <= both.maxX && both.minY <= both.maxY ? both : undefined;
}
