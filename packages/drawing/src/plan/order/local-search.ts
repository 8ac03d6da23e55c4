import type { Neighbours } from './neighbours.ts';
import type { Tour } from './tour.ts';

/** How many of the nearest ends are tried for the second new link. */
const secondBreadth = 8;
/** Less than this is rounding, and could go round in circles. */
const leastGainMs = 1e-7;

/**
 * Better links between near ends, one change at a time: two links exchanged (2-opt), or three, which also moves
 * a run of strokes elsewhere, either way round (Or-opt). Only ends near which something changed are checked.
 */
export class LocalSearch {
  readonly #tour: Tour;
  #neighbours: Neighbours;
  /** Beside the neighbours, the time of a link to each; -1 until it is asked for, as a short search asks for few. */
  #costsMs: Float64Array;
  /** A ring of ends to look at, each in it at most once. */
  readonly #queue: Int32Array;
  readonly #isQueued: Uint8Array;
  /** Changes that turn more strokes round than this are left out: they take longer than they are worth. */
  mostTurned: number;
  #head = 0;
  #queued = 0;

  constructor(tour: Tour, neighbours: Neighbours, mostTurned: number) {
    this.mostTurned = mostTurned;
    this.#tour = tour;
    this.#neighbours = neighbours;
    this.#costsMs = notMeasured(neighbours);
    const ends = 2 * tour.ends.strokes;
    this.#queue = new Int32Array(ends);
    this.#isQueued = new Uint8Array(ends);
  }

  /** Also after ends moved: then links to them take another time. */
  setNeighbours(neighbours: Neighbours): void {
    this.#neighbours = neighbours;
    this.#costsMs = notMeasured(neighbours);
  }

  get isDone(): boolean {
    return this.#queued === 0;
  }

  lookAt(end: number): void {
    if (this.#isQueued[end] === 1) return;
    this.#isQueued[end] = 1;
    let slot = this.#head + this.#queued++;
    if (slot >= this.#queue.length) slot -= this.#queue.length;
    this.#queue[slot] = end;
  }

  lookAtAll(): void {
    for (const entry of this.#tour.order) {
      this.lookAt(entry);
      this.lookAt(entry ^ 1);
    }
  }

  /** Checks this many of the queued ends; returns the time gained. */
  next(many: number): number {
    let gained = 0;
    for (let left = many; left > 0 && this.#queued > 0; left--) {
      const end = this.#queue[this.#head]!;
      this.#head = this.#head + 1 === this.#queue.length ? 0 : this.#head + 1;
      this.#queued--;
      this.#isQueued[end] = 0;
      const gain = this.#improve(end);
      if (gain === 0) continue;
      gained += gain;
      this.lookAt(end);
    }
    return gained;
  }

  /**
   * The link a–b goes, b gets a link to a near end c, and c loses its own, to d. Where d–a leaves one round
   * trip, that may be better already. Else, or if not, d gets a link to a near end e, which loses its own, to f,
   * and f–a closes. What was gained so far must be above zero all the way: that leaves little to try.
   */
  #improve(a: number): number {
    const tour = this.#tour;
    const { starts, ids } = this.#neighbours;
    const costs = this.#costsMs;
    const { link, linkMs, order, position } = tour;
    const turnsAny = order.length <= 2 * this.mostTurned;
    const b = link[a]!;
    const bIsEntry = order[position[b >> 1]!] === b;
    const costAB = linkMs[a]! - leastGainMs;
    const end = starts[b + 1]!;
    for (let slot = starts[b]!; slot < end; slot++) {
      const c = ids[slot]!;
      if (costs[slot]! < 0) costs[slot] = tour.costMs(b, c);
      const withBC = costAB - costs[slot]!;
      if (withBC <= 0) break;
      if (c === a || !(turnsAny || tour.strokesBetween(b, c) <= this.mostTurned)) continue;
      const d = link[c]!;
      const withoutCD = withBC + linkMs[c]!;
      const turns = (order[position[c >> 1]!] === c) === bIsEntry;
      if (turns) {
        const gain = withoutCD - tour.costMs(d, a);
        if (gain > 0) {
          tour.exchange(b, a, c, d);
          this.#lookAtFour(a, b, c, d);
          return gain;
        }
      }
      const gain = this.#third(a, b, c, d, withoutCD, turns, bIsEntry);
      if (gain > 0) return gain;
    }
    return 0;
  }

  #third(
    a: number,
    b: number,
    c: number,
    d: number,
    gained: number,
    turns: boolean,
    bIsEntry: boolean,
  ): number {
    const tour = this.#tour;
    const { starts, ids } = this.#neighbours;
    const costs = this.#costsMs;
    const { link, linkMs, order, position } = tour;
    const first = starts[d]!;
    const end = starts[d + 1]!;
    const lastSlot = first + secondBreadth < end ? first + secondBreadth : end;
    // From b on, up to c where that would be cut out as a circle, or up to d where it is turned round.
    const begin = position[b >> 1]!;
    const way = position[(turns ? d : c) >> 1]! - begin;
    const steps = bIsEntry ? way : -way;
    const length = steps < 0 ? steps + order.length : steps;
    for (let slot = first; slot < lastSlot; slot++) {
      const e = ids[slot]!;
      if (costs[slot]! < 0) costs[slot] = tour.costMs(d, e);
      const withDE = gained - costs[slot]!;
      if (withDE <= 0) break;
      if (e === c || e === a || e === b) continue;
      const place = position[e >> 1]!;
      const stepsToE = bIsEntry ? place - begin : begin - place;
      const isWithin = (stepsToE < 0 ? stepsToE + order.length : stepsToE) <= length;
      const eIsLikeB = (order[place] === e) === bIsEntry;
      if (turns ? isWithin === eIsLikeB : !isWithin) continue;
      const f = link[e]!;
      if (f === d || f === b) continue;
      const gain = withDE + linkMs[e]! - tour.costMs(f, a);
      if (gain <= 0 || tour.strokesBetween(d, e) > this.mostTurned) continue;
      if (turns) {
        tour.exchange(b, a, c, d);
        tour.exchange(d, a, e, f);
      } else if (eIsLikeB) {
        tour.exchange(a, b, f, e);
        tour.exchange(b, e, c, d);
      } else moveStrokes(tour, b, e, c, d);
      this.#lookAtFour(a, b, c, d);
      this.lookAt(e);
      this.lookAt(f);
      return gain;
    }
    return 0;
  }

  #lookAtFour(a: number, b: number, c: number, d: number): void {
    this.lookAt(a);
    this.lookAt(b);
    this.lookAt(c);
    this.lookAt(d);
  }
}

function notMeasured({ ids }: Neighbours): Float64Array {
  return new Float64Array(ids.length).fill(-1);
}

/** The strokes from `first` to `last` go between c and d, linked elsewhere, with `first` at c. */
export function moveStrokes(tour: Tour, first: number, last: number, c: number, d: number): void {
  const before = tour.link[first]!;
  const after = tour.link[last]!;
  const keepsDirection = tour.isEntry(first) !== tour.isEntry(c);
  const near = keepsDirection ? c : d;
  const far = keepsDirection ? d : c;
  tour.exchange(before, first, near, far);
  tour.exchange(before, near, after, last);
  if (keepsDirection) tour.exchange(near, last, first, far);
}
