import type { Points } from '../drawing.ts';
import type { Motion } from '../motion/machine.ts';
import { endsOf } from '../strokes/ends.ts';
import { joinMeetingEnds } from '../strokes/join.ts';
import { integersBelow } from '../strokes/nearest.ts';
import { simplify } from '../strokes/simplify.ts';
import type { StrokeSet } from '../strokes/stroke-set.ts';
import { drawnStrokes, type StrokeOrder } from './drawn-strokes.ts';
import { withoutHiddenMarks, withoutShort } from './hidden-marks.ts';
import { linkCost } from './order/link-cost.ts';
import { OrderSearch } from './order/search.ts';
import type { Tour } from './order/tour.ts';
import type { PenOptions } from './plan-options.ts';
import { Seams } from './seams.ts';

/** Ends farther apart than this do not count as meeting, even if wider gaps are joined. */
const maxMeetingMm = 0.05;

export class OrderedStrokes {
  readonly droppedStrokes: number;
  /**
   * Whether lines turn back along themselves. If so, drawing such parts only once may give a different result.
   */
  readonly turnsBack: boolean;
  readonly search: OrderSearch | undefined;
  readonly #strokes: StrokeSet;
  readonly #seams: Seams;
  readonly #joinMm: number;

  constructor(
    given: StrokeSet,
    options: PenOptions,
    motion: Motion,
    /** Whether overlapping lines are drawn each time. */
    drawsAll = options.overlapMm === 0,
  ) {
    const { joinMm, dropShorterThanMm, hiddenMarkMm, simplifyMm, paperAt, seed } = options;
    const joined = options.order ? joinMeetingEnds(given, Math.min(joinMm, maxMeetingMm)) : given;
    const visible =
      dropShorterThanMm === undefined
        ? withoutHiddenMarks(joined, hiddenMarkMm)
        : withoutShort(joined, dropShorterThanMm);
    this.droppedStrokes = joined.count - visible.count;
    const { strokes, turnsBack } = simplify(visible, simplifyMm, drawsAll);
    this.#strokes = strokes;
    this.turnsBack = turnsBack;
    this.#seams = new Seams(this.#strokes);
    this.#joinMm = joinMm;
    if (!options.order) return;
    const ends = endsOf(this.#strokes, -paperAt.xMm, -paperAt.yMm);
    this.search = new OrderSearch(ends, linkCost(motion, joinMm), seed, this.#seams.move);
    this.search.begin(given.count);
  }

  get count(): number {
    return this.#strokes.count;
  }

  drawn(): Points[] {
    return drawnStrokes(this.#strokes, this.#order(), this.#joinMm);
  }

  #order(): StrokeOrder {
    const { count } = this.#strokes;
    const seamOffset = this.#seams.offset;
    const tour = this.search?.tour;
    if (tour === undefined) return { entries: integersBelow(count).map((at) => 2 * at), seamOffset };
    return { entries: fromHome(tour, count), seamOffset };
  }
}

/** Returns the tour from the origin, in the direction that most strokes have in the file. */
function fromHome(tour: Tour, home: number): Int32Array {
  const { order } = tour;
  const at = tour.positionOf(2 * home);
  const entries = new Int32Array(home);
  let reversed = 0;
  for (let step = 0; step < home; step++) {
    const entry = order[(at + 1 + step) % order.length]!;
    entries[step] = entry;
    reversed += entry & 1;
  }
  return 2 * reversed > home ? entries.reverse().map((entry) => entry ^ 1) : entries;
}
