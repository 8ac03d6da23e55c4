import type { Points } from '../drawing.ts';
import type { Motion } from '../motion/machine.ts';
import { pathMs, segmentMs } from '../motion/path-time.ts';
import type { PlanFigures } from './plan.ts';
import type { StrokeSet } from './stroke-set.ts';

/** What a pen takes that comes from the origin and goes back to it. */
export function figuresOf(
  strokes: readonly Points[],
  motion: Motion,
  homeX: number,
  homeY: number,
): PlanFigures {
  const counter = new Counter(motion, homeX, homeY);
  for (const points of strokes) counter.draw(points, 0, points.length / 2);
  return counter.figures();
}

export function figuresOfSet(
  { xy, starts, count }: StrokeSet,
  motion: Motion,
  homeX: number,
  homeY: number,
): PlanFigures {
  const counter = new Counter(motion, homeX, homeY);
  for (let stroke = 0; stroke < count; stroke++) counter.draw(xy, starts[stroke]!, starts[stroke + 1]!);
  return counter.figures();
}

/** Of pens one after the other. */
export function sumOfFigures(pens: readonly PlanFigures[]): PlanFigures {
  let [travelMm, drawMm, lifts, timeMs] = [0, 0, 0, 0];
  for (const pen of pens) {
    travelMm += pen.travelMm;
    drawMm += pen.drawMm;
    lifts += pen.lifts;
    timeMs += pen.timeMs;
  }
  return { travelMm, drawMm, lifts, timeMs };
}

class Counter {
  readonly #motion: Motion;
  readonly #homeX: number;
  readonly #homeY: number;
  #x: number;
  #y: number;
  #travelMm = 0;
  #drawMm = 0;
  #lifts = 0;
  #timeMs = 0;

  constructor(motion: Motion, homeX: number, homeY: number) {
    this.#motion = motion;
    this.#homeX = homeX;
    this.#homeY = homeY;
    this.#x = homeX;
    this.#y = homeY;
  }

  /** Points from one up to, not with, another. */
  draw(xy: Points, from: number, to: number): void {
    const motion = this.#motion;
    let drawMm = 0;
    for (let at = 2 * from + 2; at < 2 * to; at += 2) {
      const dx = xy[at]! - xy[at - 2]!;
      const dy = xy[at + 1]! - xy[at - 1]!;
      drawMm += Math.sqrt(dx * dx + dy * dy);
    }
    this.#goTo(xy[2 * from]!, xy[2 * from + 1]!);
    this.#drawMm += drawMm;
    this.#timeMs += motion.liftMs + pathMs(xy, motion.law, from, to);
    this.#lifts++;
    this.#x = xy[2 * to - 2]!;
    this.#y = xy[2 * to - 1]!;
  }

  figures(): PlanFigures {
    this.#goTo(this.#homeX, this.#homeY);
    return { travelMm: this.#travelMm, drawMm: this.#drawMm, lifts: this.#lifts, timeMs: this.#timeMs };
  }

  #goTo(x: number, y: number): void {
    const dx = x - this.#x;
    const dy = y - this.#y;
    this.#travelMm += Math.sqrt(dx * dx + dy * dy);
    this.#timeMs += segmentMs(dx, dy, this.#motion.travelLaw);
    this.#x = x;
    this.#y = y;
  }
}
