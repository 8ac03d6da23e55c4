import type { Points } from '../drawing.ts';
import type { Motion } from '../motion/machine.ts';
import { type StrokeSet, strokeOf } from '../strokes/stroke-set.ts';
import { type Deduplicated, deduplicate } from './deduplicate.ts';
import { figuresOf, figuresOfSet } from './figures.ts';
import type { OrderSearch } from './order/search.ts';
import { OrderedStrokes } from './ordered-strokes.ts';
import { OverlapCost } from './overlap-cost.ts';
import { isClosed, pastStart, withRefills } from './pen-care.ts';
import { motionOfPen } from './pen-motion.ts';
import type { LayerSettings } from './pen-settings.ts';
import type { PlanFigures, PlannedLayer } from './plan.ts';
import { type PenOptions, penOptions, type ResolvedOptions } from './plan-options.ts';

/**
 * With more strokes than `fewStrokes`, the order that draws all lines is also searched only if a stroke was
 * cut. With more than `manyStrokes`, it is never searched.
 */
const fewStrokes = 100;
const manyStrokes = 100_000;

interface OnceOnly {
  readonly strokes: StrokeSet;
  readonly isWhole: boolean;
  readonly again: Deduplicated | undefined;
}

/** Removes covered parts of one pen's strokes and orders the rest. */
export class PenPlan {
  /** Figures of the strokes in file order. */
  readonly before: PlanFigures;
  readonly sawAllOverlaps: boolean;
  readonly #laid: StrokeSet;
  readonly #ordered: OrderedStrokes;
  readonly #motion: Motion;
  readonly #settings: LayerSettings;
  readonly #homeX: number;
  readonly #homeY: number;

  constructor(
    laid: StrokeSet,
    whole: ResolvedOptions,
    { settings = {}, widthMm }: Pick<PlannedLayer, 'settings' | 'widthMm'> = {},
  ) {
    const options = penOptions(whole, widthMm);
    this.#laid = laid;
    this.#motion = motionOfPen(options.machine, settings);
    this.#settings = settings;
    this.#homeX = -options.paperAt.xMm;
    this.#homeY = -options.paperAt.yMm;
    this.before = this.#isOnce
      ? figuresOfSet(laid, this.#motion, this.#homeX, this.#homeY)
      : this.#figuresOf(this.#again(allOf(laid)));
    const { overlapMm, joinMm } = options;
    if (overlapMm === 0) {
      this.sawAllOverlaps = true;
      this.#ordered = new OrderedStrokes(laid, options, this.#motion);
      return;
    }
    const { strokes, isWhole, again } = this.#once(overlapMm, joinMm);
    this.sawAllOverlaps = isWhole;
    const cleared = new OrderedStrokes(strokes, options, this.#motion);
    const needsBoth = again !== undefined && (again.removedMm > 0 || cleared.turnsBack);
    this.#ordered = needsBoth ? this.#faster(cleared, again, options) : cleared;
  }

  /**
   * Returns the strokes with overlapping lines drawn once. Keeps `again`, which refers to the large input, only
   * if both orders may be searched.
   */
  #once(overlapMm: number, joinMm: number): OnceOnly {
    const once = deduplicate(this.#laid, overlapMm, new OverlapCost(this.#motion), joinMm);
    const { strokes, isWhole, removedMm, cuts } = once;
    const { count } = this.#laid;
    const isCut = removedMm > 0 && cuts > 0;
    const needsOne = (!isCut && count > fewStrokes) || count > manyStrokes;
    return { strokes, isWhole, again: needsOne ? undefined : once };
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

  /** Returns the strokes, in the order of the file if that is faster. */
  result(): {
    readonly strokes: readonly Points[];
    readonly refills: readonly number[];
    readonly figures: PlanFigures;
  } {
    const strokes = this.#again(this.#ordered.drawn());
    const figures = this.#figuresOf(strokes);
    const isFaster = figures.timeMs <= this.before.timeMs;
    const drawn = withRefills(
      isFaster ? strokes : this.#again(allOf(this.#laid)),
      this.#settings,
      this.#motion.law,
    );
    return { ...drawn, figures: isFaster ? figures : this.before };
  }

  /**
   * Chooses the faster of two ordered results. A removed part may have connected two strokes, so that the pen
   * is now lifted, and only this comparison shows whether that costs more than it saves. The alternative is
   * exactly the plan that draws all lines, because other sets of strokes may be ordered with more or fewer
   * lifts.
   */
  #faster(cleared: OrderedStrokes, once: Deduplicated, options: PenOptions): OrderedStrokes {
    const all = new OrderedStrokes(this.#laid, options, this.#motion, true);
    const { lifts, timeMs } = this.#figuresOf(all.drawn());
    const figures = this.#figuresOf(cleared.drawn());
    if (figures.lifts <= lifts) return figures.timeMs <= timeMs ? cleared : all;
    for (const strokes of this.#withFewerCuts(once, figures.lifts - lifts, all.turnsBack)) {
      const fewer = new OrderedStrokes(strokes, options, this.#motion);
      const { lifts: fewerLifts, timeMs: fewerMs } = this.#figuresOf(fewer.drawn());
      if (fewerLifts <= lifts) return fewerMs <= timeMs ? fewer : all;
    }
    return all;
  }

  /**
   * Yields alternatives with fewer cuts, computed as needed. The last one has no cuts, but lines that turn back
   * are still simplified.
   */
  *#withFewerCuts(once: Deduplicated, tooMany: number, turnsBack: boolean): Iterable<StrokeSet> {
    const minGainMs = gainOfOthers(once.gainsMs, tooMany);
    yield once.cutFewer(minGainMs).strokes;
    if (minGainMs < Infinity) yield once.cutFewer(Infinity).strokes;
    if (turnsBack) yield this.#laid;
  }

  get #isOnce(): boolean {
    const { passes = 1, repeat = 1, seamMm = 0 } = this.#settings;
    return passes === 1 && repeat === 1 && seamMm === 0;
  }

  #again(strokes: readonly Points[]): readonly Points[] {
    return this.#isOnce ? strokes : withPasses(strokes, this.#settings);
  }

  #figuresOf(strokes: readonly Points[]): PlanFigures {
    return figuresOf(strokes, this.#motion, this.#homeX, this.#homeY);
  }
}

function allOf(laid: StrokeSet): Points[] {
  return Array.from({ length: laid.count }, (_, stroke) => strokeOf(laid, stroke));
}

/** Returns the largest saving among this many of the least useful cuts. */
function gainOfOthers(gainsMs: readonly number[], many: number): number {
  return Float64Array.from(gainsMs).sort()[many - 1] ?? Infinity;
}

/**
 * Repeats strokes without lifting the pen: closed strokes all around and past their start, others back and
 * forth.
 */
function withPasses(
  strokes: readonly Points[],
  { passes = 1, repeat = 1, seamMm = 0 }: LayerSettings,
): readonly Points[] {
  const drawn = strokes.map((points) => {
    const whole = passes === 1 ? points : again(points, passes);
    return seamMm > 0 && isClosed(points) ? pastStart(whole, seamMm) : whole;
  });
  return repeat === 1 ? drawn : Array.from({ length: repeat }, () => drawn).flat();
}

function again(points: Points, passes: number): Points {
  const count = points.length / 2;
  const isRing = isClosed(points);
  const whole = new Float64Array(2 * (count + (passes - 1) * (count - 1)));
  whole.set(points);
  let at = points.length;
  for (let pass = 1; pass < passes; pass++) {
    const isBack = !isRing && pass % 2 === 1;
    for (let step = 1; step < count; step++) {
      const from = isBack ? count - 1 - step : step;
      whole[at++] = points[2 * from]!;
      whole[at++] = points[2 * from + 1]!;
    }
  }
  return whole;
}
