import { sortedByNumber } from '../strokes/sort-by-length.ts';
import { LeftParts } from './left-parts.ts';

/** Of each part: the segment and the one that covers it; in `shares`, from where to where on the one and on the other. */
const segmentsOfPart = 2;
const sharesOfPart = 4;
const nobody = -1;
/** A line in thousands of pieces may lie under thousands of others. */
const mostPieces = 1e7;

/** Which parts of which segments lie over others, as shares of their length from 0 to 1. There may be millions. */
export class CoveredParts {
  #count = 0;
  /** How many pieces of lines may still be compared; what is not is drawn again. */
  #piecesLeft = mostPieces;
  #segments = new Int32Array(segmentsOfPart * 64);
  #shares = new Float64Array(sharesOfPart * 64);

  get count(): number {
    return this.#count;
  }

  /** Covered by a segment before it, from `byFrom` to `byTo` of that one, which may run the other way. */
  add(segment: number, from: number, to: number, by: number, byFrom: number, byTo: number): void {
    if (segmentsOfPart * this.#count === this.#segments.length) this.#makeRoom();
    const at = sharesOfPart * this.#count;
    this.#shares[at] = from;
    this.#shares[at + 1] = to;
    this.#shares[at + 2] = byFrom;
    this.#shares[at + 3] = byTo;
    this.#segments[segmentsOfPart * this.#count] = segment;
    this.#segments[segmentsOfPart * this.#count + 1] = by;
    this.#count++;
  }

  /** Covered, whatever becomes of the others. */
  addWhole(segment: number): void {
    this.add(segment, 0, 1, nobody, 0, 1);
  }

  /**
   * What is left of each of so many segments that has covered parts, in their order: from, to, from, to, … Only what is left of one
   * covers those after it: of lines side by side each lies within the tolerance of the next, and one alone would stay.
   */
  leftOver(segments: number, shortest: (segment: number) => number): LeftParts {
    const segmentOf = new Uint32Array(this.#count);
    for (let part = 0; part < this.#count; part++) segmentOf[part] = this.#segments[segmentsOfPart * part]!;
    const order = sortedByNumber(segmentOf, segments);
    const left = new LeftParts(segments);
    const covered: number[] = [];
    for (let at = 0; at < order.length; ) {
      const segment = segmentOf[order[at]!]!;
      covered.length = 0;
      for (; at < order.length && segmentOf[order[at]!] === segment; at++)
        this.#addCovered(order[at]!, left, covered);
      if (covered.length > 0) addWithout(covered, shortest(segment), segment, left);
    }
    return left;
  }

  /** As from, to, from, to, … */
  #addCovered(part: number, left: LeftParts, into: number[]): void {
    const at = sharesOfPart * part;
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

  #makeRoom(): void {
    const segments = new Int32Array(2 * this.#segments.length);
    segments.set(this.#segments);
    this.#segments = segments;
    const shares = new Float64Array(2 * this.#shares.length);
    shares.set(this.#shares);
    this.#shares = shares;
  }
}

/** The first of the pieces, between two places of the array, that ends behind a share, by halves. */
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

/** Covered from, to, from, to, …: what lies between them is left. */
function addWithout(covered: readonly number[], shortest: number, segment: number, left: LeftParts): void {
  left.open(segment);
  let reached = 0;
  for (const part of inOrder(covered)) {
    const from = covered[2 * part]!;
    if (from - reached > shortest) left.add(reached, from);
    reached = Math.max(reached, covered[2 * part + 1]!);
  }
  if (1 - reached > shortest) left.add(reached, 1);
}

const onlyOne = [0];

function inOrder(parts: readonly number[]): readonly number[] {
  if (parts.length === 2) return onlyOne;
  const order = Array.from({ length: parts.length / 2 }, (_, part) => part);
  return order.sort((one, other) => parts[2 * one]! - parts[2 * other]!);
}
