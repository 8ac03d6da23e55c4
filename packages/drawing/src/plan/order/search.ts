import { randomNumbers } from '@stationery/contract/random-numbers';
import type { Ends } from '../../strokes/ends.ts';
import { integersBelow } from '../../strokes/nearest.ts';
import { greedyTour } from './greedy.ts';
import type { LinkCost } from './link-cost.ts';
import { type Neighbours, neighboursAround } from './neighbours.ts';
import { Tour } from './tour.ts';

const minGainMs = 1e-6;
const maxKick = 8;
/**
 * Maximum number of strokes reversed by a change, while all strokes are checked and after a kick. Larger
 * reversals gain too little.
 */
const maxTurnedAtFirst = (strokes: number) => Math.max(1000, 25e6 / strokes);
const maxTurnedInKick = 1000;
const maxSeamRounds = 8;

/** Up to this number of strokes, rounds of kicks improve the first order, as long as a round gains enough. */
const fewStrokes = 3000;
const kicksInTurn = (strokes: number) => 8 + strokes / 8;
const maxTurns = 8;
/** Minimum gain of a round, as a share of the whole travel and lift time. */
const enoughGain = 0.001;
/**
 * Number of first kicks, which are at the longest links and gain most. Three times as many would gain less than
 * another 0.1 %.
 */
const firstLooks = (strokes: number) => Math.max(3000, 0.3 * strokes);

/** Moves the start of closed strokes to the best position and returns the changed strokes. */
export type Reseam = (tour: Tour) => number[];

/**
 * Iterated local search. Checks every end first. Then repeatedly moves a run of strokes, improves the order
 * around it, and restores the previous order if that gained nothing.
 */
export class OrderSearch {
  readonly tour: Tour;
  readonly #reseam: Reseam;
  readonly #random: () => number;
  #neighbours: Neighbours;
  #looksAround = false;
  #kicks = 0;
  #kicksWithoutGain = 0;
  /**
   * Remaining rounds that move seams or reverse strokes; 0 after a round without a gain. Reset after many
   * kicks.
   */
  #seamRoundsLeft = maxSeamRounds;

  constructor(ends: Ends, cost: LinkCost, seed: number, reseam: Reseam) {
    const { order, neighbours } = greedyTour(ends);
    const greedy = new Tour(ends, order, cost);
    // The order of the file may be better, for example if a different planner wrote it.
    this.tour =
      greedy.program.isAsFastAsFile() === 1 ? greedy : new Tour(ends, fileOrder(ends.strokes), cost);
    this.#neighbours = neighbours;
    this.#reseam = reseam;
    this.#random = randomNumbers(seed);
    for (let round = 0; round < 3 && reseam(this.tour).length > 0; round++);
    this.tour.program.beginSearch();
    this.tour.program.setMostTurned(maxTurnedAtFirst(ends.strokes));
    this.tour.setNeighbours(neighbours);
  }

  /** Whether there is no choice, or no better order was found for a long time. */
  get isDone(): boolean {
    const { strokes } = this.tour.ends;
    return strokes < 3 || this.#kicksWithoutGain > 20 * strokes + 500;
  }

  /**
   * Tries the longest links first, where a greedy order is worst. Tries more of them if the few strokes were
   * joined from many (`madeOf`).
   */
  begin(madeOf: number): void {
    const { strokes } = this.tour.ends;
    if (strokes < 3) return;
    const program = this.tour.program;
    const looks = firstLooks(strokes);
    program.lookAtLongest(Math.ceil(looks / 2));
    program.next(looks);
    for (let round = 0; round < 4 && program.queued.value === 0 && this.#moveSeams(); round++)
      program.next(2 * strokes);
    for (let round = 0, share = 1; round < 4 && share >= enoughGain; round++) {
      share = this.#turnStrokes();
      if (share > 0) program.next(2 * strokes);
    }
    if (strokes > fewStrokes) return;
    program.next(Infinity);
    const minTurns = Math.min(madeOf / 8, 1000) / kicksInTurn(strokes);
    let [beforeMs, totalMs] = [Infinity, this.tour.totalMs()];
    for (
      let turn = 0;
      turn < minTurns || (turn < maxTurns && beforeMs - totalMs >= enoughGain * totalMs);
      turn++
    ) {
      for (let left = kicksInTurn(strokes); left > 0; left--) this.#kick();
      if (this.#moveSeams() || this.#turnStrokes() > 0) program.next(Infinity);
      [beforeMs, totalMs] = [totalMs, this.tour.totalMs()];
    }
  }

  improve(tries: number): void {
    if (this.isDone) return;
    if (!this.#looksAround) this.#lookAround();
    for (let left = tries; left > 0 && !this.isDone; left--) {
      if (this.tour.program.queued.value > 0) this.tour.program.next(1);
      else if (this.#seamRoundsLeft > 0)
        this.#seamRoundsLeft = this.#moveSeams() || this.#turnStrokes() > 0 ? this.#seamRoundsLeft - 1 : 0;
      else this.#kick();
    }
  }

  #lookAround(): void {
    this.#looksAround = true;
    this.#setNeighbours(neighboursAround(this.tour.ends));
    this.tour.program.lookAtAll();
  }

  #setNeighbours(neighbours: Neighbours): void {
    this.#neighbours = neighbours;
    this.tour.setNeighbours(neighbours);
  }

  #moveSeams(): boolean {
    const moved = this.#reseam(this.tour);
    if (moved.length === 0) return false;
    const { ends } = this.tour;
    const areOld = this.#looksAround || (ends.strokes <= 2000 && 8 * moved.length > ends.strokes);
    this.#setNeighbours(areOld ? neighboursAround(ends) : this.#neighbours);
    for (const stroke of moved) {
      for (const end of [2 * stroke, 2 * stroke + 1]) {
        this.tour.program.lookAt(end);
        this.tour.program.lookAt(this.tour.link[end]!);
      }
    }
    return true;
  }

  /** Reverses strokes and returns the share of the time that this saves. */
  #turnStrokes(): number {
    const { places, gainedShare } = this.tour.turnStrokes();
    for (const at of places) {
      const entry = this.tour.order[at]!;
      this.tour.program.lookAt(entry);
      this.tour.program.lookAt(entry ^ 1);
      this.tour.program.lookAt(this.tour.link[entry]!);
      this.tour.program.lookAt(this.tour.link[entry ^ 1]!);
    }
    return gainedShare;
  }

  /** Swaps a run of strokes with the next one, or moves it nearby. */
  #kick(): void {
    const { tour } = this;
    const { order } = tour;
    const count = order.length;
    this.#kicksWithoutGain++;
    if (count < 4) return;
    if (++this.#kicks % (4 * count) === 0) this.#seamRoundsLeft = maxSeamRounds;
    const maxRun = Math.min(maxKick, (count - 1) >> 1);
    const start = Math.floor(this.#random() * count);
    const length = 1 + Math.floor(this.#random() * maxRun);
    const first = order[start]!;
    const last = order[(start + length - 1) % count]! ^ 1;
    const c =
      this.#random() < 0.5
        ? order[(start + length + Math.floor(this.#random() * maxRun)) % count]! ^ 1
        : this.#neighbourOf(first);
    const d = c === -1 ? -1 : tour.link[c]!;
    const isInRun = (end: number) => (tour.positionOf(end) - start + count) % count < length;
    if (d === -1 || isInRun(c) || isInRun(d) || tour.program.strokesBetween(first, c) > maxTurnedInKick)
      return;
    this.#tryMove(first, last, c, d);
  }

  #neighbourOf(end: number): number {
    const { starts, ids } = this.#neighbours;
    const from = starts[end]!;
    const many = starts[end + 1]! - from;
    return many === 0 ? -1 : ids[from + Math.floor(this.#random() * many)]!;
  }

  #tryMove(first: number, last: number, c: number, d: number): void {
    const { tour } = this;
    const program = this.tour.program;
    const before = tour.link[first]!;
    const after = tour.link[last]!;
    let gain =
      tour.linkMs[first]! +
      tour.linkMs[last]! +
      tour.linkMs[c]! -
      program.costMs(before, after) -
      program.costMs(c, first) -
      program.costMs(last, d);
    program.setMostTurned(maxTurnedInKick);
    program.markTour();
    program.moveStrokes(first, last, c, d);
    program.lookAt(first);
    program.lookAt(last);
    program.lookAt(c);
    program.lookAt(d);
    program.lookAt(before);
    program.lookAt(after);
    gain += program.next(Infinity);
    if (gain < 0) program.goBack();
    else if (gain > minGainMs) this.#kicksWithoutGain = 0;
  }
}

/** Returns the order of the file, after the stroke at the origin. */
function fileOrder(strokes: number): Int32Array {
  return integersBelow(strokes).map((at) => 2 * (at === 0 ? strokes - 1 : at - 1));
}
