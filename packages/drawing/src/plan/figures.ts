import type { Points } from '../drawing.ts';
import { type Motion, moveMs } from '../motion/machine.ts';
import { pathMs } from '../motion/path-time.ts';
import type { PlanFigures } from './plan.ts';

/** What pens take that each come from the origin and go back to it. */
export function figuresOf(
  pens: Iterable<Iterable<Points>>,
  motion: Motion,
  homeX: number,
  homeY: number,
): PlanFigures {
  let [travelMm, drawMm, lifts, timeMs] = [0, 0, 0, 0];
  for (const strokes of pens) {
    let [x, y] = [homeX, homeY];
    const goTo = (toX: number, toY: number) => {
      const wayMm = Math.hypot(toX - x, toY - y);
      travelMm += wayMm;
      timeMs += moveMs(wayMm, motion);
      x = toX;
      y = toY;
    };
    for (const points of strokes) {
      goTo(points[0]!, points[1]!);
      drawMm += lengthMm(points);
      timeMs += motion.liftMs + pathMs(points, motion);
      lifts++;
      x = points[points.length - 2]!;
      y = points[points.length - 1]!;
    }
    goTo(homeX, homeY);
  }
  return { travelMm, drawMm, lifts, timeMs };
}

function lengthMm(points: Points): number {
  let length = 0;
  for (let at = 2; at < points.length; at += 2) {
    const x = points[at]! - points[at - 2]!;
    const y = points[at + 1]! - points[at - 1]!;
    length += Math.sqrt(x * x + y * y);
  }
  return length;
}
