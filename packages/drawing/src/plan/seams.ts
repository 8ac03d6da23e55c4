import type { Reseam } from './order/search.ts';
import { isClosed, type StrokeSet } from './stroke-set.ts';

/** A closed stroke may begin at any of its points: where that is, by stroke, counted from its first point. */
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

  /** Each closed stroke begins where the way from the one before and to the one after takes the least time. */
  readonly move: Reseam = (tour) => {
    const { xy, starts } = this.#strokes;
    const { x, y } = tour.ends;
    const home = tour.ends.strokes - 1;
    const moved: number[] = [];
    for (const stroke of this.#closed) {
      const before = tour.linkOf(2 * stroke);
      const after = tour.linkOf(2 * stroke + 1);
      const first = starts[stroke]!;
      const costAt = (px: number, py: number) =>
        tour.costOfWay(x[before]! - px, y[before]! - py, before >> 1 < home) +
        tour.costOfWay(x[after]! - px, y[after]! - py, after >> 1 < home);
      let best = costAt(x[2 * stroke]!, y[2 * stroke]!) - 1e-6;
      let found = -1;
      for (let at = first; at + 1 < starts[stroke + 1]!; at++) {
        const cost = costAt(xy[2 * at]!, xy[2 * at + 1]!);
        if (cost >= best) continue;
        best = cost;
        found = at;
      }
      if (found === -1) continue;
      this.offset[stroke] = found - first;
      x.fill(xy[2 * found]!, 2 * stroke, 2 * stroke + 2);
      y.fill(xy[2 * found + 1]!, 2 * stroke, 2 * stroke + 2);
      tour.measureLinksOf(stroke);
      moved.push(stroke);
    }
    return moved;
  };
}
