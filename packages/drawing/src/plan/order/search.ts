import type { Ends } from './ends.ts';
import { greedyTour } from './greedy.ts';
import type { LinkCost } from './link-cost.ts';
import { LocalSearch, moveStrokes } from './local-search.ts';
import { integersBelow, nearestNeighbours, pointTree } from './nearest.ts';
import { randomNumbers } from './random.ts';
import { Tour } from './tour.ts';

const neighboursPerEnd = 8;
const leastGainMs = 1e-6;
const longestKick = 8;
const mostTurnedAtFirst = 50_000;
const mostTurnedInKick = 25_000;

/** Moves the begin of strokes that are closed to the best place; gives the strokes that changed. */
export type Reseam = (tour: Tour) => number[];

/**
 * The order of one pen's strokes: a good one at once, and a better one with every try. First every end is
 * looked at; then, for as long as there are tries left, two short runs of strokes somewhere change places, what
 * is near is put in order again, and the old order comes back where that was no gain (iterated local search).
 */
export class OrderSearch {
  readonly tour: Tour;
  readonly #reseam: Reseam;
  readonly #random: () => number;
  #local: LocalSearch | undefined;
  #kicks = 0;
  #kicksWithoutGain = 0;
  #seamRounds = 0;

  constructor(ends: Ends, cost: LinkCost, seed: number, reseam: Reseam) {
    this.tour = new Tour(ends, greedyTour(ends), cost);
    this.#reseam = reseam;
    this.#random = randomNumbers(seed);
    for (let round = 0; round < 3 && reseam(this.tour).length > 0; round++);
  }

  /** There is nothing to choose, or nothing better was found for long. */
  get isDone(): boolean {
    const { strokes } = this.tour.ends;
    return strokes < 3 || this.#kicksWithoutGain > 20 * strokes + 500;
  }

  /** A few strokes are put in the best order at once: nobody notices the time. */
  begin(): void {
    const strokes = this.tour.ends.strokes - 1;
    if (strokes <= 500) this.improve(Math.min(4000, 300 + 40 * strokes));
  }

  improve(tries: number): void {
    if (this.isDone) return;
    this.#local ??= this.#begin();
    for (let left = tries; left > 0 && !this.isDone; left--) {
      if (!this.#local.isDone) this.#local.next();
      else if (this.#seamRounds < 8 && this.#moveSeams(this.#local)) this.#seamRounds++;
      else this.#kick(this.#local);
    }
  }

  #begin(): LocalSearch {
    const local = new LocalSearch(this.tour, this.#neighbours(), mostTurnedAtFirst);
    local.lookAtAll();
    return local;
  }

  #neighbours() {
    const { x, y } = this.tour.ends;
    const ends = integersBelow(x.length);
    const strokes = ends.map((end) => end >> 1);
    return nearestNeighbours(pointTree(x, y, ends), strokes, neighboursPerEnd, x.length);
  }

  #moveSeams(local: LocalSearch): boolean {
    const moved = this.#reseam(this.tour);
    if (moved.length === 0) return false;
    local.neighbours = this.#neighbours();
    for (const stroke of moved) {
      for (const end of [2 * stroke, 2 * stroke + 1]) {
        local.lookAt(end);
        local.lookAt(this.tour.linkOf(end));
      }
    }
    return true;
  }

  #kick(local: LocalSearch): void {
    const { tour } = this;
    const { order } = tour;
    const count = order.length;
    this.#kicksWithoutGain++;
    if (count < 4) return;
    if (++this.#kicks % (4 * count) === 0) this.#seamRounds = 0;
    const longest = Math.min(longestKick, (count - 1) >> 1);
    const start = Math.floor(this.#random() * count);
    const firstLength = 1 + Math.floor(this.#random() * longest);
    const secondLength = 1 + Math.floor(this.#random() * longest);
    const entry = (offset: number) => order[(start + offset) % count]!;
    const first = entry(0);
    const last = entry(firstLength - 1) ^ 1;
    const c = entry(firstLength + secondLength - 1) ^ 1;
    const touched = [first, last, c, tour.linkOf(first), tour.linkOf(last), tour.linkOf(c)];
    const [, , , before, after, d] = touched as [number, number, number, number, number, number];
    if (d === first) return;
    let gain =
      tour.costMs(before, first) +
      tour.costMs(last, after) +
      tour.costMs(c, d) -
      tour.costMs(before, after) -
      tour.costMs(c, first) -
      tour.costMs(last, d);
    local.mostTurned = mostTurnedInKick;
    tour.mark();
    moveStrokes(tour, first, last, c, d);
    for (const end of touched) local.lookAt(end);
    while (!local.isDone) gain += local.next();
    if (gain < 0) tour.goBack();
    else if (gain > leastGainMs) this.#kicksWithoutGain = 0;
  }
}
