import { isClosed, type StrokeSet } from '../strokes/stroke-set.ts';
import type { Reseam } from './order/search.ts';
import type { Tour } from './order/tour.ts';

/** Smaller gains do not count, because rounding errors could cause endless loops. */
const minGainMs = 1e-6;
/**
 * Seams of more strokes are chosen one by one, because choosing them jointly would take as long as the rest of
 * the first plan.
 */
const maxTogether = 3000;
/** Number of candidates for the start of each closed stroke. */
const placesTogether = 12;

/**
 * Chooses where closed strokes start, which may be at any of their points. `offset` is the index of the start,
 * counted from the first point.
 */
export class Seams {
  readonly offset: Uint32Array;
  readonly #strokes: StrokeSet;
  readonly #closed: number[] = [];

  constructor(strokes: StrokeSet) {
    this.#strokes = strokes;
    this.offset = new Uint32Array(strokes.count);
    for (let stroke = 0; stroke < strokes.count; stroke++)
      if (isClosed(strokes, stroke)) this.#closed.push(stroke);
  }

  /**
   * Moves the start of closed strokes to the point with the shortest travel from the previous stroke and to the
   * next.
   */
  readonly move: Reseam = (tour) => {
    const moved: number[] = [];
    if (this.#closed.length > 1 && tour.ends.strokes <= maxTogether) this.#moveTogether(tour, moved);
    const { xy, starts } = this.#strokes;
    const { x, y } = tour.ends;
    const home = tour.ends.strokes - 1;
    for (const stroke of this.#closed) {
      const before = tour.link[2 * stroke]!;
      const after = tour.link[2 * stroke + 1]!;
      const first = starts[stroke]!;
      const costAt = (px: number, py: number) =>
        tour.costOfWay(x[before]! - px, y[before]! - py, before >> 1 < home) +
        tour.costOfWay(x[after]! - px, y[after]! - py, after >> 1 < home);
      let best = costAt(x[2 * stroke]!, y[2 * stroke]!) - minGainMs;
      let found = -1;
      for (let at = first; at + 1 < starts[stroke + 1]!; at++) {
        const cost = costAt(xy[2 * at]!, xy[2 * at + 1]!);
        if (cost >= best) continue;
        best = cost;
        found = at;
      }
      if (found === -1) continue;
      this.#put(tour, stroke, found);
      tour.measureLinksOf(stroke);
      moved.push(stroke);
    }
    return moved;
  };

  /**
   * Moves the starts of several strokes at once, because moving only one of nested closed strokes, such as
   * contours, gains nothing. Finds the best combination of candidates in one pass along the order.
   */
  #moveTogether(tour: Tour, moved: number[]): void {
    const { order, ends } = tour;
    const { x, y } = ends;
    const home = ends.strokes - 1;
    const homeAt = tour.positionOf(2 * home);
    const places = this.#places(ends.strokes);
    const { xy } = this.#strokes;
    /** For each step and candidate, the best candidate of the previous step. */
    const best = new Uint8Array(placesTogether * ends.strokes);
    let outX = Float64Array.of(x[2 * home]!);
    let outY = Float64Array.of(y[2 * home]!);
    let ms = new Float64Array(1);
    for (let step = 1; step <= ends.strokes; step++) {
      const entry = order[(homeAt + step) % ends.strokes]!;
      const those = places[entry >> 1];
      const many = those?.length ?? 1;
      const [nextX, nextY, nextMs] = [new Float64Array(many), new Float64Array(many), new Float64Array(many)];
      const mayJoin = step > 1 && step < ends.strokes;
      for (let place = 0; place < many; place++) {
        const inX = those === undefined ? x[entry]! : xy[2 * those[place]!]!;
        const inY = those === undefined ? y[entry]! : xy[2 * those[place]! + 1]!;
        let least = Infinity;
        for (let from = 0; from < ms.length; from++) {
          const cost = ms[from]! + tour.costOfWay(outX[from]! - inX, outY[from]! - inY, mayJoin);
          if (cost >= least) continue;
          least = cost;
          if (step < ends.strokes) best[placesTogether * step + place] = from;
          else best[0] = from;
        }
        nextX[place] = those === undefined ? x[entry ^ 1]! : inX;
        nextY[place] = those === undefined ? y[entry ^ 1]! : inY;
        nextMs[place] = least;
      }
      [outX, outY, ms] = [nextX, nextY, nextMs];
    }
    if (tour.totalMs() - ms[0]! <= minGainMs) return;
    let place = best[0]!;
    for (let step = ends.strokes - 1; step > 0; step--) {
      const stroke = order[(homeAt + step) % ends.strokes]! >> 1;
      const point = places[stroke]?.[place];
      if (point !== undefined && point - this.#strokes.starts[stroke]! !== this.offset[stroke]) {
        this.#put(tour, stroke, point);
        moved.push(stroke);
      }
      place = best[placesTogether * step + place]!;
    }
    for (const stroke of moved) tour.measureLinksOf(stroke);
  }

  /** Returns the candidates around each closed stroke, including its current start. */
  #places(strokes: number): (Int32Array | undefined)[] {
    const { starts } = this.#strokes;
    const places: (Int32Array | undefined)[] = new Array(strokes);
    for (const stroke of this.#closed) {
      const points = starts[stroke + 1]! - starts[stroke]! - 1;
      const some = new Int32Array(Math.min(points, placesTogether));
      for (let place = 0; place < some.length; place++)
        some[place] =
          starts[stroke]! + ((this.offset[stroke]! + Math.floor((place * points) / some.length)) % points);
      places[stroke] = some;
    }
    return places;
  }

  #put({ ends: { x, y } }: Tour, stroke: number, point: number): void {
    const { xy, starts } = this.#strokes;
    this.offset[stroke] = point - starts[stroke]!;
    x.fill(xy[2 * point]!, 2 * stroke, 2 * stroke + 2);
    y.fill(xy[2 * point + 1]!, 2 * stroke, 2 * stroke + 2);
  }
}
