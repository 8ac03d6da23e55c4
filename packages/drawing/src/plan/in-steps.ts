import type { Points } from '../drawing.ts';
import type { Motion } from '../motion/machine.ts';

/** Returns positions as sent to the machine. */
export function inSteps(
  xy: Points,
  { stepMm }: Motion,
  homeX: number,
  homeY: number,
  from = 0,
  to = xy.length / 2,
): Points {
  const perMm = 1 / stepMm;
  const rounded = new Float64Array(2 * (to - from));
  for (let at = 0; at < rounded.length; at += 2) {
    rounded[at] = Math.round((xy[2 * from + at]! - homeX) * perMm) / perMm;
    rounded[at + 1] = Math.round((xy[2 * from + at + 1]! - homeY) * perMm) / perMm;
  }
  return rounded;
}
