import { type StrokeSet, StrokeSetBuilder } from '../strokes/stroke-set.ts';
import { float64sAt, put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';
import type { OverlapCost } from './overlap-cost.ts';
import type { RemainingIntervals } from './remaining-intervals.ts';

export interface Uncovered {
  readonly strokes: StrokeSet;
  readonly removedMm: number;
  /** Parts removed between two drawn parts. */
  readonly cuts: number;
  /** Time saved by each cut that was compared with drawing the part again. */
  readonly gainsMs: readonly number[];
}

/**
 * Removes covered parts if that saves time. Always removes a whole stroke, and an end that no stroke meets.
 * Removes a part in the middle, or an end that continues in a different stroke, only if a lift takes less time
 * than drawing the part again.
 */
export function withoutCovered(
  { xy, starts, count }: StrokeSet,
  segments: Segments,
  left: RemainingIntervals,
  worth: OverlapCost,
  /** Whether an end (see `Ends`) meets a different stroke. */
  isMet: (end: number) => boolean,
  /** Minimum time that a cut must save. */
  minGainMs: number,
): Uncovered {
  const into = new StrokeSetBuilder(xy.length / 2, count);
  const pieces = new Pieces(segments, worth, isMet, minGainMs);
  let removedMm = 0;
  let cuts = 0;
  let stroke = 0;
  for (const covered of left.segments) {
    if (covered < starts[stroke]!) continue;
    const first = stroke;
    while (starts[stroke + 1]! <= covered) stroke++;
    into.addStrokes(xy, starts, first, stroke);
    const begin = starts[stroke]!;
    const end = starts[stroke + 1]! - 1;
    cuts += pieces.find(begin, end, left, stroke);
    removedMm += lengthBetween(segments, begin, end) - pieces.addTo(into);
    stroke++;
  }
  into.addStrokes(xy, starts, stroke, count);
  return { strokes: into.build(), removedMm, cuts, gainsMs: pieces.gainsMs };
}

function lengthBetween({ lengthMm }: Segments, first: number, last: number): number {
  let sum = 0;
  for (let segment = first; segment < last; segment++) sum += lengthMm[segment]!;
  return sum;
}

/** The drawn parts of a stroke. A position is a segment and a share of its length. */
class Pieces {
  readonly gainsMs: number[] = [];
  readonly #segments: Segments;
  readonly #worth: OverlapCost;
  readonly #isMet: (end: number) => boolean;
  readonly #minGainMs: number;
  #count = 0;
  readonly #from: number[] = [];
  readonly #fromShare: number[] = [];
  readonly #to: number[] = [];
  readonly #toShare: number[] = [];

  constructor(segments: Segments, worth: OverlapCost, isMet: (end: number) => boolean, minGainMs: number) {
    this.#segments = segments;
    this.#worth = worth;
    this.#isMet = isMet;
    this.#minGainMs = minGainMs;
  }

  /** Finds the drawn parts of a stroke. Returns the number of cuts. */
  find(first: number, last: number, left: RemainingIntervals, stroke: number): number {
    const { lengthMm } = this.#segments;
    this.#count = 0;
    for (let segment = first; segment < last; segment++) {
      if (lengthMm[segment] === 0) continue;
      if (left.isWhole(segment)) {
        this.#add(first, stroke, segment, 0, 1);
        continue;
      }
      const end = left.endOf(segment);
      for (let at = left.beginOf(segment); at < end; at += 2)
        this.#add(first, stroke, segment, left.shares[at]!, left.shares[at + 1]!);
    }
    const end = this.#count - 1;
    // Without a piece, the whole stroke is removed, which is a cut only if an end meets a different stroke.
    if (end < 0) return this.#isMet(2 * stroke) || this.#isMet(2 * stroke + 1) ? 1 : 0;
    const cutsBegin = (this.#from[0] !== first || this.#fromShare[0] !== 0) && this.#isMet(2 * stroke);
    return end + (cutsBegin ? 1 : 0) + (this.#cutsEnd(end, last, stroke) ? 1 : 0);
  }

  /**
   * Whether to cut off an end where a different stroke continues. If that is not worthwhile, extends the piece.
   */
  #cutsEnd(end: number, last: number, stroke: number): boolean {
    const isWhole = this.#to[end] === last - 1 && this.#toShare[end] === 1;
    if (isWhole || !this.#isMet(2 * stroke + 1)) return false;
    if (this.#isWorth(this.#to[end]!, this.#toShare[end]!, last - 1, 1)) return true;
    this.#to[end] = last - 1;
    this.#toShare[end] = 1;
    return false;
  }

  /** Adds a piece. Continues the previous piece instead if a lift between them is not worthwhile. */
  #add(first: number, stroke: number, segment: number, from: number, to: number): void {
    const before = this.#count - 1;
    const isCut =
      before < 0
        ? (segment > first || from > 0) &&
          (!this.#isMet(2 * stroke) || this.#isWorth(first, 0, segment, from))
        : this.#isWorth(this.#to[before]!, this.#toShare[before]!, segment, from);
    if (before < 0 || isCut) {
      this.#from[this.#count] = isCut ? segment : first;
      this.#fromShare[this.#count] = isCut ? from : 0;
      this.#count++;
    }
    this.#to[this.#count - 1] = segment;
    this.#toShare[this.#count - 1] = to;
  }

  /** Whether a lift takes less time than drawing the line between two positions. */
  #isWorth(from: number, fromShare: number, to: number, toShare: number): boolean {
    if (from + 1 === to && fromShare === 1 && toShare === 0) return false;
    const { xy } = this.#segments;
    let savedMs = 0;
    for (let segment = from; segment <= to; segment++) {
      const dx = xy[2 * segment + 2]! - xy[2 * segment]!;
      const dy = xy[2 * segment + 3]! - xy[2 * segment + 1]!;
      const beginShare = segment === from ? fromShare : 0;
      savedMs += this.#worth.savedMs(dx, dy, beginShare, segment === to ? 1 - toShare : 0);
    }
    const gapX = this.#x(to, toShare) - this.#x(from, fromShare);
    const gapY = this.#y(to, toShare) - this.#y(from, fromShare);
    const gainMs = savedMs - this.#worth.liftMs(gapX, gapY);
    if (gainMs <= this.#minGainMs) return false;
    this.gainsMs.push(gainMs);
    return true;
  }

  /** Adds the pieces to `into` and returns their length. */
  addTo(into: StrokeSetBuilder): number {
    const { xy, lengthMm } = this.#segments;
    let drawnMm = 0;
    for (let piece = 0; piece < this.#count; piece++) {
      const from = this.#from[piece]!;
      const to = this.#to[piece]!;
      const fromShare = this.#fromShare[piece]!;
      const toShare = this.#toShare[piece]!;
      into.add(this.#x(from, fromShare), this.#y(from, fromShare));
      into.addRange(xy, from + 1, to + 1);
      into.add(this.#x(to, toShare), this.#y(to, toShare));
      into.endStroke();
      drawnMm += lengthBetween(this.#segments, from, to);
      drawnMm += toShare * lengthMm[to]! - fromShare * lengthMm[from]!;
    }
    return drawnMm;
  }

  #x(segment: number, share: number): number {
    const { xy } = this.#segments;
    const x = xy[2 * segment]!;
    const toX = xy[2 * segment + 2]!;
    return share === 1 ? toX : x + share * (toX - x);
  }

  #y(segment: number, share: number): number {
    const { xy } = this.#segments;
    const y = xy[2 * segment + 1]!;
    const toY = xy[2 * segment + 3]!;
    return share === 1 ? toY : y + share * (toY - y);
  }
}

/** Segments of strokes. A segment is identified by the index of its first point. */
export interface Segments {
  readonly xy: Float64Array;
  /** Length of each segment; 0 at the end of a stroke and between equal points. */
  readonly lengthMm: Float64Array;
  /** Segments longer than 0. */
  readonly count: number;
  readonly totalMm: number;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export function segmentsOf({ xy, starts, count: strokes }: StrokeSet): Segments {
  const points = xy.length / 2;
  return withProgram((program) => {
    const lengths = program.segmentsOf(put(program, xy), points, put(program, starts), strokes);
    const { count, totalMm, minX, minY, maxX, maxY } = program;
    return {
      xy,
      lengthMm: float64sAt(program, lengths, points).slice(),
      count: count.value,
      totalMm: totalMm.value,
      minX: minX.value,
      minY: minY.value,
      maxX: maxX.value,
      maxY: maxY.value,
    };
  });
}
