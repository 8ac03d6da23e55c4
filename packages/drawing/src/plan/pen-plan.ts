import type { Points } from '../drawing.ts';
import { motionOf } from '../motion/machine.ts';
import { deduplicate } from './deduplicate.ts';
import { drawnStrokes, type StrokeOrder } from './drawn-strokes.ts';
import { joinMeetingEnds } from './join.ts';
import { endsOf } from './order/ends.ts';
import { linkCost } from './order/link-cost.ts';
import { integersBelow } from './order/nearest.ts';
import { OrderSearch } from './order/search.ts';
import type { Tour } from './order/tour.ts';
import type { WholeOptions } from './plan-options.ts';
import { Seams } from './seams.ts';
import { simplify } from './simplify.ts';
import { lengthOf, type StrokeSet, StrokeSetBuilder } from './stroke-set.ts';

/** Ends this close are at the same place, whatever wider gap may be drawn over. */
const widestMeetingMm = 0.05;
/** Few strokes are put in the best order at once: nobody notices the time. */
const fewStrokes = 500;
const triesForFew = (strokes: number) => Math.min(4000, 300 + 40 * strokes);

/** What one pen draws: cleared of what need not be drawn, and put in order. */
export class PenPlan {
  readonly removedMm: number;
  readonly droppedStrokes: number;
  readonly sawAllOverlaps: boolean;
  readonly #strokes: StrokeSet;
  readonly #seams: Seams;
  readonly #joinMm: number;
  readonly search: OrderSearch | undefined;

  constructor(laid: StrokeSet, options: WholeOptions) {
    const { overlapMm, joinMm, dropShorterThanMm, simplifyMm, paperAt, machine, seed } = options;
    const once =
      overlapMm > 0 ? deduplicate(laid, overlapMm) : { strokes: laid, removedMm: 0, isWhole: true };
    this.removedMm = once.removedMm;
    this.sawAllOverlaps = once.isWhole;
    const joined = options.order
      ? joinMeetingEnds(once.strokes, Math.min(joinMm, widestMeetingMm))
      : once.strokes;
    const long = withoutShort(joined, dropShorterThanMm);
    this.droppedStrokes = joined.count - long.count;
    this.#strokes = simplify(long, simplifyMm);
    this.#seams = new Seams(this.#strokes);
    this.#joinMm = joinMm;
    if (!options.order) return;
    const ends = endsOf(this.#strokes, -paperAt.xMm, -paperAt.yMm);
    this.search = new OrderSearch(ends, linkCost(motionOf(machine), joinMm), seed, this.#seams.move);
    if (this.#strokes.count <= fewStrokes) this.search.improve(triesForFew(this.#strokes.count));
  }

  get strokes(): number {
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

/** The trip goes round: it is cut where it passes the origin, and goes as most strokes of the file do. */
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

function withoutShort(strokes: StrokeSet, shortestMm: number): StrokeSet {
  const { xy, starts, count } = strokes;
  let short = nextShort(strokes, 0, shortestMm);
  if (short === count) return strokes;
  const into = new StrokeSetBuilder(xy.length / 2, count);
  for (
    let longFrom = 0;
    longFrom < count;
    longFrom = short + 1, short = nextShort(strokes, longFrom, shortestMm)
  )
    into.addStrokes(xy, starts, longFrom, short);
  return into.build();
}

function nextShort(strokes: StrokeSet, from: number, shortestMm: number): number {
  let stroke = from;
  while (stroke < strokes.count && lengthOf(strokes, stroke) >= shortestMm) stroke++;
  return stroke;
}
