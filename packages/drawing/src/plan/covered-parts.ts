import { sortedByNumber } from '../strokes/sort-by-length.ts';
import { RemainingIntervals } from './remaining-intervals.ts';

/**
 * Bytes of a part: the covered and the covering segment as integers, then start and end on both, as shares of
 * their length.
 */
const bytesOfPart = 40;
const segmentsOfPart = bytesOfPart / 4;
const sharesOfPart = bytesOfPart / 8;
const sharesAt = 1;
const nobody = -1;
/**
 * Maximum number of compared pieces. Limits the work if a line in thousands of pieces lies under thousands of
 * others.
 */
const maxPieces = 1e7;

/** The overlapping parts of segments, as shares of their length. There may be millions of them. */
export class CoveredParts {
  count = 0;
  /** Number of pieces that may still be compared. Parts beyond this limit are drawn twice. */
  #piecesLeft = maxPieces;
  #parts = new Uint8Array(0);
  #segments = new Int32Array(0);
  #shares = new Float64Array(0);

  /**
   * Adds parts from the program's memory. Each is covered by an earlier segment, which may run in the opposite
   * direction.
   */
  addAll(memory: ArrayBuffer, address: number, count: number): void {
    this.#makeRoom(this.count + count);
    this.#parts.set(new Uint8Array(memory, address >>> 0, bytesOfPart * count), bytesOfPart * this.count);
    this.count += count;
  }

  /** Adds a whole segment, covered regardless of other segments. */
  addWhole(segment: number): void {
    if (bytesOfPart * this.count === this.#parts.length) this.#makeRoom(2 * this.count + 64);
    this.#shares.set([0, 1, 0, 1], sharesOfPart * this.count + sharesAt);
    this.#segments[segmentsOfPart * this.count] = segment;
    this.#segments[segmentsOfPart * this.count + 1] = nobody;
    this.count++;
  }

  /**
   * Returns what remains of each segment. Only the remaining part of a segment covers later segments. Otherwise
   * only the first of several parallel lines would stay if each is within the tolerance of the next.
   */
  leftOver(segments: number, minShareOf: (segment: number) => number): RemainingIntervals {
    const segmentOf = new Uint32Array(this.count);
    for (let part = 0; part < this.count; part++) segmentOf[part] = this.#segments[segmentsOfPart * part]!;
    const order = sortedByNumber(segmentOf);
    const left = new RemainingIntervals(segments);
    const covered: number[] = [];
    for (let at = 0; at < order.length; ) {
      const segment = segmentOf[order[at]!]!;
      covered.length = 0;
      for (; at < order.length && segmentOf[order[at]!] === segment; at++)
        this.#addCovered(order[at]!, left, covered);
      if (covered.length > 0) addWithout(covered, minShareOf(segment), segment, left);
    }
    return left;
  }

  /** Appends the covered intervals of a part as from, to, from, to, … */
  #addCovered(part: number, left: RemainingIntervals, into: number[]): void {
    const at = sharesOfPart * part + sharesAt;
    const begin = this.#shares[at]!;
    const end = this.#shares[at + 1]!;
    const from = this.#shares[at + 2]!;
    const to = this.#shares[at + 3]!;
    const by = this.#segments[segmentsOfPart * part + 1]!;
    if (by === nobody || left.isWhole(by)) {
      into.push(begin, end);
      return;
    }
    const placeOf = (share: number) => begin + ((share - from) / (to - from)) * (end - begin);
    const first = Math.min(from, to);
    const last = Math.max(from, to);
    const drawn = left.shares;
    const drawnEnd = left.endOf(by);
    let piece = pieceAfter(drawn, left.beginOf(by), drawnEnd, first);
    for (; piece < drawnEnd && drawn[piece]! < last && this.#piecesLeft > 0; piece += 2) {
      this.#piecesLeft--;
      const low = Math.max(drawn[piece]!, first);
      const high = Math.min(drawn[piece + 1]!, last);
      if (low < high) into.push(placeOf(from < to ? low : high), placeOf(from < to ? high : low));
    }
  }

  #makeRoom(parts: number): void {
    const more = new Uint8Array(bytesOfPart * parts);
    more.set(this.#parts.subarray(0, bytesOfPart * this.count));
    this.#parts = more;
    this.#segments = new Int32Array(more.buffer);
    this.#shares = new Float64Array(more.buffer);
  }
}

/** Returns the first piece between two indexes that ends after a share (binary search). */
function pieceAfter(pieces: Float64Array, begin: number, end: number, share: number): number {
  let low = 0;
  let high = (end - begin) / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pieces[begin + 2 * middle + 1]! <= share) low = middle + 1;
    else high = middle;
  }
  return begin + 2 * low;
}

/** Adds the gaps between the covered intervals of a segment. */
function addWithout(
  covered: readonly number[],
  minShare: number,
  segment: number,
  left: RemainingIntervals,
): void {
  left.open(segment);
  let reached = 0;
  for (const part of inOrder(covered)) {
    const from = covered[2 * part]!;
    if (from - reached > minShare) left.add(reached, from);
    reached = Math.max(reached, covered[2 * part + 1]!);
  }
  if (1 - reached > minShare) left.add(reached, 1);
}

const onlyOne = [0];

function inOrder(parts: readonly number[]): readonly number[] {
  if (parts.length === 2) return onlyOne;
  const order = Array.from({ length: parts.length / 2 }, (_, part) => part);
  return order.sort((one, other) => parts[2 * one]! - parts[2 * other]!);
}
