import type { TurnRaw } from './axes.ts';
import type { Point } from './geometry.ts';

const axisMove = /^([XY])([+-]?\d{1,9})$/i;

/** Parses a move relative to the pen, such as `X100`. */
export function axisMoveOf(line: string): Point | undefined {
  const axis = axisMove.exec(line.trim());
  if (axis === null) return undefined;
  const steps = Number(axis[2]);
  return axis[1]!.toUpperCase() === 'X' ? { x: steps, y: 0 } : { x: 0, y: steps };
}

export const turnAxisMove: TurnRaw = (line, turn) => {
  const by = axisMoveOf(line);
  if (by === undefined) return undefined;
  // The axis must be known even if the move has no steps.
  const isX = turn(/^x/i.test(line.trim()) ? { x: 1, y: 0 } : { x: 0, y: 1 }).x !== 0;
  const { x, y } = turn(by);
  return isX ? `X${x}` : `Y${y}`;
};
