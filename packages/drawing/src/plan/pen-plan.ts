import type { Points } from '../drawing.ts';
import { type Motion, motionOf } from '../motion/machine.ts';
import { segmentMs } from '../motion/path-time.ts';
import { CutWorth } from './cut-worth.ts';
import { type Deduplicated, deduplicate } from './deduplicate.ts';
import { figuresOf, figuresOfSet } from './figures.ts';
import type { OrderSearch } from './order/search.ts';
import { OrderedStrokes } from './ordered-strokes.ts';
import type { PlanFigures } from './plan.ts';
import type { WholeOptions } from './plan-options.ts';
import { type StrokeSet, strokeOf } from './stroke-set.ts';

/** Of more strokes, both orders are looked for only where something was cut; of so many, never: that takes seconds. */
const fewStrokes = 100;
const manyStrokes = 100_000;

/** What one pen draws: cleared of what need not be drawn, and put in order. */
export class PenPlan {
  /** As it stood in the file. */
  readonly before: PlanFigures;
  readonly sawAllOverlaps: boolean;
  readonly #laid: StrokeSet;
  readonly #ordered: OrderedStrokes;
  readonly #motion: Motion;
  readonly #homeX: number;
  readonly #homeY: number;

  constructor(laid: StrokeSet, options: WholeOptions) {
    this.#laid = laid;
    this.#motion = motionOf(options.machine);
    this.#homeX = -options.paperAt.xMm;
    this.#homeY = -options.paperAt.yMm;
    this.before = figuresOfSet(laid, this.#motion, this.#homeX, this.#homeY);
    const { overlapMm, joinMm } = options;
    if (overlapMm === 0) {
      this.sawAllOverlaps = true;
      this.#ordered = new OrderedStrokes(laid, options, this.#motion);
      return;
    }
    const once = deduplicate(laid, overlapMm, new CutWorth(this.#motion), joinMm);
    this.sawAllOverlaps = once.isWhole;
    this.#ordered = this.#faster(new OrderedStrokes(once.strokes, options, this.#motion), once, options);
  }

  get droppedStrokes(): number {
    return this.#ordered.droppedStrokes;
  }

  get strokes(): number {
    return this.#ordered.count;
  }

  get search(): OrderSearch | undefined {
    return this.#ordered.search;
  }

  /** Never slower than what stood in the file, which may be in a better order than is found here. */
  result(): { readonly strokes: readonly Points[]; readonly figures: PlanFigures } {
    const strokes = this.#ordered.drawn();
    const figures = this.#figuresOf(strokes);
    if (figures.timeMs <= this.before.timeMs) return { strokes, figures };
    const laid = this.#laid;
    return {
      strokes: Array.from({ length: laid.count }, (_, stroke) => strokeOf(laid, stroke)),
      figures: this.before,
    };
  }

  /**
   * A part that is left out may have led from one stroke to the next, and without it the pen is lifted. Whether that
   * costs more than it saves is known when both are in order.
   */
  #faster(cleared: OrderedStrokes, { removedMm, cuts }: Deduplicated, options: WholeOptions): OrderedStrokes {
    if (removedMm === 0 || (cuts === 0 && this.#laid.count > fewStrokes)) return cleared;
    if (this.#laid.count > manyStrokes) return cleared;
    const leastSavedMs = removedMm * this.#leastMsPerMm();
    if (cleared.search !== undefined && cleared.search.tour.totalMs() < leastSavedMs) return cleared;
    const all = new OrderedStrokes(this.#laid, options, this.#motion);
    const clearedMs = this.#figuresOf(cleared.drawn()).timeMs;
    return this.#figuresOf(all.drawn()).timeMs < clearedMs ? all : cleared;
  }

  /** Of a long line, in the direction in which the machine is fastest. */
  #leastMsPerMm(): number {
    const mm = 1e6;
    const { law } = this.#motion;
    return Math.min(segmentMs(mm, 0, law), segmentMs(mm, mm, law) / Math.SQRT2) / mm;
  }

  #figuresOf(strokes: readonly Points[]): PlanFigures {
    return figuresOf(strokes, this.#motion, this.#homeX, this.#homeY);
  }
}
