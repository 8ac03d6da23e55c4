import type { Ends } from '../../strokes/ends.ts';
import type { LinkCost } from './link-cost.ts';

/**
 * A round trip through all strokes in an array, and where each stroke stands in it. Its one way to change is
 * to take two links away and put in the two others that leave it in one piece: the shorter of the two
 * halves is turned round. So the direction of the trip does not matter.
 */
export class Tour {
  readonly ends: Ends;
  /** The end at which each stroke is begun, in order. */
  readonly order: Int32Array;
  /** Where each stroke stands in `order`. */
  readonly position: Int32Array;
  /** By end, the end that the pen comes from or goes to, and the time of that; kept, because a search asks for little else. */
  readonly link: Int32Array;
  readonly linkMs: Float64Array;
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  /** The end of the stroke at the origin, to and from which the pen is always up. */
  readonly #home: number;
  readonly #squaredJoinMm: number;
  readonly #liftMs: number;
  readonly #rampsMm: number;
  readonly #rampsMs: number;
  readonly #msPerMm: number;
  readonly #byAcceleration: number;
  readonly #byLongerAxis: boolean;
  /** The links changed since `mark`, to be able to go back. */
  #changes = new Int32Array(256);
  #changed = 0;
  #isMarked = false;

  constructor(ends: Ends, order: Int32Array, cost: LinkCost) {
    this.ends = ends;
    this.order = order;
    this.#x = ends.x;
    this.#y = ends.y;
    this.#home = 2 * ends.strokes - 2;
    this.#squaredJoinMm = cost.joinMm * cost.joinMm;
    this.#liftMs = cost.liftMs;
    this.#rampsMm = cost.rampsMm;
    this.#rampsMs = cost.rampsMs;
    this.#msPerMm = cost.msPerMm;
    this.#byAcceleration = 4 / cost.accelerationMmMs2;
    this.#byLongerAxis = cost.byLongerAxis;
    this.position = new Int32Array(ends.strokes);
    for (let at = 0; at < order.length; at++) this.position[order[at]! >> 1] = at;
    this.link = new Int32Array(2 * ends.strokes);
    this.linkMs = new Float64Array(2 * ends.strokes);
    let from = order[order.length - 1]! ^ 1;
    for (let at = 0; at < order.length; at++) {
      const entry = order[at]!;
      this.#setLink(from, entry);
      from = entry ^ 1;
    }
  }

  positionOf(end: number): number {
    return this.position[end >> 1]!;
  }

  /** The shorter way round. */
  strokesBetween(from: number, to: number): number {
    const way = Math.abs(this.position[from >> 1]! - this.position[to >> 1]!);
    return Math.min(way, this.order.length - way);
  }

  /** Whether its stroke is begun here. */
  isEntry(end: number): boolean {
    return this.order[this.position[end >> 1]!] === end;
  }

  costMs(from: number, to: number): number {
    const dx = this.#x[from]! - this.#x[to]!;
    const dy = this.#y[from]! - this.#y[to]!;
    return this.costOfWay(dx, dy, from < this.#home && to < this.#home);
  }

  costOfWay(dx: number, dy: number, mayJoin: boolean): number {
    const squared = dx * dx + dy * dy;
    const timedMm = this.#byLongerAxis ? Math.max(Math.abs(dx), Math.abs(dy)) : Math.sqrt(squared);
    const moveMs =
      timedMm < this.#rampsMm
        ? Math.sqrt(timedMm * this.#byAcceleration)
        : timedMm * this.#msPerMm + this.#rampsMs;
    return mayJoin && squared <= this.#squaredJoinMm ? moveMs : moveMs + this.#liftMs;
  }

  totalMs(): number {
    let total = 0;
    for (let at = 0; at < this.order.length; at++) total += this.linkMs[this.order[at]!]!;
    return total;
  }

  /** Whether it takes no more than the order in which the strokes are numbered. */
  isAsFastAsFile(): boolean {
    let left = this.totalMs();
    for (let end = 0; end <= this.#home && left > 0; end += 2)
      left -= this.costMs(end === 0 ? this.#home + 1 : end - 1, end);
    return left <= 1e-6;
  }

  /** After the ends of a stroke moved. */
  measureLinksOf(stroke: number): void {
    this.#setLink(2 * stroke, this.link[2 * stroke]!);
    this.#setLink(2 * stroke + 1, this.link[2 * stroke + 1]!);
  }

  /** The strokes at these places are drawn in the other direction. */
  turnInPlace(places: readonly number[]): void {
    const { order } = this;
    const count = order.length;
    for (const at of places) order[at]! ^= 1;
    for (const at of places) {
      this.#setLink(order[at === 0 ? count - 1 : at - 1]! ^ 1, order[at]!);
      this.#setLink(order[at]! ^ 1, order[at + 1 === count ? 0 : at + 1]!);
    }
  }

  travelMm(): number {
    const { x, y } = this.ends;
    let total = 0;
    for (const entry of this.order) {
      const from = this.link[entry]!;
      total += Math.hypot(x[from]! - x[entry]!, y[from]! - y[entry]!);
    }
    return total;
  }

  /** Links a–b and c–d become a–c and b–d. Both a and c are entries, or both are not. */
  exchange(a: number, b: number, c: number, d: number): void {
    if (this.#isMarked) this.#note(a, b, c, d);
    this.#turn(a, b, c, d);
  }

  /** From here on `goBack` can return. */
  mark(): void {
    this.#isMarked = true;
    this.#changed = 0;
  }

  goBack(): void {
    const changes = this.#changes;
    for (let at = this.#changed - 4; at >= 0; at -= 4)
      this.#turn(changes[at]!, changes[at + 2]!, changes[at + 1]!, changes[at + 3]!);
    this.#changed = 0;
  }

  #note(a: number, b: number, c: number, d: number): void {
    if (this.#changed === this.#changes.length) {
      const larger = new Int32Array(2 * this.#changes.length);
      larger.set(this.#changes);
      this.#changes = larger;
    }
    const changes = this.#changes;
    changes[this.#changed++] = a;
    changes[this.#changed++] = b;
    changes[this.#changed++] = c;
    changes[this.#changed++] = d;
  }

  #setLink(a: number, b: number): void {
    const ms = this.costMs(a, b);
    this.link[a] = b;
    this.link[b] = a;
    this.linkMs[a] = ms;
    this.linkMs[b] = ms;
  }

  #turn(a: number, b: number, c: number, d: number): void {
    this.#setLink(a, c);
    this.#setLink(b, d);
    const position = this.position;
    const count = this.order.length;
    const forward = !this.isEntry(a);
    const first = position[(forward ? b : a) >> 1]!;
    const last = position[(forward ? c : d) >> 1]!;
    const length = last - first + (last < first ? count : 0) + 1;
    if (2 * length <= count) this.#reverse(first, last, length);
    else this.#reverse((last + 1) % count, (first - 1 + count) % count, count - length);
  }

  #reverse(first: number, last: number, length: number): void {
    const order = this.order;
    const position = this.position;
    const end = order.length - 1;
    let low = first;
    let high = last;
    for (let left = length >> 1; left > 0; left--) {
      const toHigh = order[low]! ^ 1;
      const toLow = order[high]! ^ 1;
      order[low] = toLow;
      order[high] = toHigh;
      position[toLow >> 1] = low;
      position[toHigh >> 1] = high;
      low = low === end ? 0 : low + 1;
      high = high === 0 ? end : high - 1;
    }
    if (length % 2 === 1) order[low]! ^= 1;
  }
}
