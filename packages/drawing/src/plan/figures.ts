import type { Points } from '../drawing.ts';
import type { Machine, Motion } from '../motion/machine.ts';
import { pathMs, segmentMs } from '../motion/path-time.ts';
import type { StrokeSet } from '../strokes/stroke-set.ts';
import { inSteps } from './in-steps.ts';
import { endOfPen, type Refill, refillsOf } from './pen-care.ts';
import { motionOfPen } from './pen-motion.ts';
import type { Plan, PlanFigures } from './plan.ts';

/** Returns the figures of one pen, including travel from and to the origin. */
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

/** Returns the figures of a plan, including refills and travel to the park position. */
export function planFigures(
  plan: Pick<Plan, 'layers' | 'paperAt' | 'skipped'>,
  machine: Machine,
): PlanFigures {
  const { layers, paperAt } = plan;
  let [x, y] = [-paperAt.xMm, -paperAt.yMm];
  return sumOfFigures(
    layers.map((layer, index) => {
      const counter = new Counter(
        motionOfPen(machine, layer.settings ?? {}),
        -paperAt.xMm,
        -paperAt.yMm,
        x,
        y,
      );
      const refills = refillsOf(layer, plan, machine);
      for (const [stroke, points] of layer.strokes.entries()) {
        counter.refill(refills.get(stroke));
        counter.draw(points, 0, points.length / 2);
      }
      [x, y] = endOfPen(plan, index, machine);
      return counter.figures(x, y);
    }),
  );
}

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
  /** Length below which a move never reaches full speed; -1 if the machine does not stop at every corner. */
  readonly #rampsMm: number = -1;
  readonly #rampsMs: number = 0;
  /** Time of a shorter move, divided by the square root of its length. */
  readonly #shortMs: number = 0;
  readonly #msPerMm: number = 0;

  constructor(motion: Motion, homeX: number, homeY: number, x = homeX, y = homeY) {
    this.#motion = motion;
    this.#homeX = homeX;
    this.#homeY = homeY;
    this.#x = x;
    this.#y = y;
    const { law } = motion;
    if (law.kind !== 'rest-to-rest' || typeof law.acceleration !== 'number' || law.axisSpeed !== undefined)
      return;
    this.#rampsMm = law.speed ** 2 / law.acceleration;
    this.#rampsMs = (1000 * law.speed) / law.acceleration;
    this.#shortMs = 2000 / Math.sqrt(law.acceleration);
    this.#msPerMm = 1000 / law.speed;
  }

  draw(xy: Points, from: number, to: number): void {
    this.#goTo(xy[2 * from]!, xy[2 * from + 1]!);
    this.#lifts++;
    this.#timeMs += this.#motion.liftMs;
    if (this.#rampsMm === -1) {
      this.#drawMm += lengthOfPoints(xy, from, to);
      // Compute with rounded positions, because rounding changes the direction of short segments, which slows
      // the machine at corners.
      const places = inSteps(xy, this.#motion, this.#homeX, this.#homeY, from, to);
      this.#timeMs += pathMs(places, this.#motion.law);
    } else this.#drawFromRest(xy, from, to);
    this.#x = xy[2 * to - 2]!;
    this.#y = xy[2 * to - 1]!;
  }

  /**
   * Computes the same time as `pathMs`, but in one loop, because most machines stop at each point and every
   * point is computed twice.
   */
  #drawFromRest(xy: Points, from: number, to: number): void {
    const rampsMm = this.#rampsMm;
    const shortMs = this.#shortMs;
    const msPerMm = this.#msPerMm;
    const rampsMs = this.#rampsMs;
    let drawMm = 0;
    let timeMs = 0;
    let x = xy[2 * from]!;
    let y = xy[2 * from + 1]!;
    const end = 2 * to;
    for (let at = 2 * from + 2; at < end; at += 2) {
      const toX = xy[at]!;
      const toY = xy[at + 1]!;
      const mm = Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
      drawMm += mm;
      timeMs += mm < rampsMm ? shortMs * Math.sqrt(mm) : mm * msPerMm + rampsMs;
      x = toX;
      y = toY;
    }
    this.#drawMm += drawMm;
    this.#timeMs += timeMs;
  }

  refill(refill: Refill | undefined): void {
    if (refill === undefined || refill.path.length === 0) return;
    const { kind, path } = refill;
    this.#goTo(path[0]!, path[1]!);
    if (kind === 'pause') return;
    this.#lifts++;
    this.#timeMs += this.#motion.liftMs + pathMs(path, this.#motion.law);
    [this.#x, this.#y] = [path.at(-2)!, path.at(-1)!];
  }

  figures(endX = this.#homeX, endY = this.#homeY): PlanFigures {
    this.#goTo(endX, endY);
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

function lengthOfPoints(xy: Points, from: number, to: number): number {
  let mm = 0;
  for (let at = 2 * from + 2; at < 2 * to; at += 2) {
    const dx = xy[at]! - xy[at - 2]!;
    const dy = xy[at + 1]! - xy[at - 1]!;
    mm += Math.sqrt(dx * dx + dy * dy);
  }
  return mm;
}
