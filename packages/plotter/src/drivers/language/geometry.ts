/** A position in steps. X runs to the right, Y towards the user. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** A machine that stopped between two points may be this many steps off the line, because it counts whole steps. */
const besideLine = 2;

/** Whether a machine that was sent these points can be here: at one of them, or between two. */
export function isOnPath(at: Point, path: readonly Point[]): boolean {
  return path.some(
    (to, index) => distanceToLine(at, path[index - 1] ?? to, to) <= (index === 0 ? 0 : besideLine),
  );
}

export function distanceToLine(at: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const length2 = x * x + y * y;
  const share = length2 === 0 ? 0 : ((at.x - from.x) * x + (at.y - from.y) * y) / length2;
  const nearest = Math.min(1, Math.max(0, share));
  return Math.hypot(at.x - from.x - nearest * x, at.y - from.y - nearest * y);
}
