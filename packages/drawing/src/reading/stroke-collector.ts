import type { Stroke } from '../drawing.ts';
import type { Polylines } from '../geometry/polylines.ts';
import type { Budget } from './budget.ts';

const chunkLength = 1 << 16;

/**
 * Collects strokes. Short lines share a buffer, because a separate buffer takes more memory than their points.
 */
export class StrokeCollector {
  readonly strokes: Stroke[] = [];
  private readonly budget: Budget;
  private chunk = new Float64Array(chunkLength);
  private used = 0;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  addAll(lines: Polylines, layer: number): void {
    let from = 0;
    for (const end of lines.ends) {
      this.budget.stroke((end - from) / 2);
      this.strokes.push({ points: this.keep(lines.points, from, end), layer });
      from = end;
    }
  }

  private keep(points: Float64Array, from: number, end: number): Float64Array {
    const length = end - from;
    if (length > chunkLength / 8) return points.slice(from, end);
    if (this.used + length > chunkLength) {
      this.chunk = new Float64Array(chunkLength);
      this.used = 0;
    }
    const { chunk, used } = this;
    for (let at = 0; at < length; at++) chunk[used + at] = points[from + at] as number;
    this.used = used + length;
    return chunk.subarray(used, this.used);
  }
}
