import type { Direction } from '../manual-control/jog.ts';
import { change, settings } from './session.ts';

const ways: Record<Direction, readonly [x: number, y: number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** Moves the drawing by a little, or by more. */
export function nudge(direction: Direction, isFar: boolean): void {
  const now = settings.peek();
  if (now === undefined) return;
  const byMm = isFar ? 10 : 1;
  const [x, y] = ways[direction];
  const { xMm, yMm } = now.offset;
  change({ offset: { xMm: xMm + x * byMm, yMm: yMm + y * byMm } });
}
