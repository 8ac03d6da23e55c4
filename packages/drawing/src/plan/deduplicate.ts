import { endMeeting } from '../strokes/meeting-ends.ts';
import type { StrokeSet } from '../strokes/stroke-set.ts';
import { put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';
import { CoveredParts } from './covered-parts.ts';
import type { OverlapCost } from './overlap-cost.ts';
import { SameSegments } from './same-segments.ts';
import { type Segments, segmentsOf, type Uncovered, withoutCovered } from './without-covered.ts';

/**
 * Limits of the first search. If it reaches them, equal lines are searched separately. Parts are limited
 * because they take memory.
 */
const firstEffort = (segments: number): Effort => ({
  looks: 60 * segments + 1e6,
  comparisons: 8 * segments,
  parts: 2 * segments + 1e5,
});
/** Limits of the search for partly covered lines, which then takes at most about two seconds. */
const lastEffort = (segments: number): Effort => ({
  looks: Math.min(500 * segments + 1e7, 4e7),
  comparisons: Math.min(100 * segments + 1e6, 4e6),
  parts: 1e6,
});

/** Above this number of segments, the first, quick search for covered parts is skipped. */
const manySegments = 1e6;

/**
 * In the search for equal lines, one of this many lines is kept in a sample and all others are compared with
 * it.
 */
const samplesOf = 61;
const fewSame = 16_000;

export interface Deduplicated extends Uncovered {
  /** Whether all segments were checked. With thousands of overlapping lines, the search stops early. */
  readonly isWhole: boolean;
  /** Returns a result that keeps only the cuts that save more than this time. */
  readonly cutFewer: (minGainMs: number) => Uncovered;
}

/**
 * Draws overlapping lines once, within the tolerance, if that saves time. Ends up to `joinMm` apart are
 * joined without a lift, as long as both still exist.
 */
export function deduplicate(
  strokes: StrokeSet,
  toleranceMm: number,
  worth: OverlapCost,
  joinMm: number,
): Deduplicated {
  const segments = segmentsOf(strokes);
  if (segments.count === 0) return nothingRemoved(strokes, true);
  const isCovered = new Uint8Array(segments.lengthMm.length);
  const without = (those: Found) => withoutThose(strokes, segments, those, toleranceMm, worth, joinMm);
  if (segments.count <= manySegments) {
    const found = coveredParts(segments, toleranceMm, isCovered, firstEffort(segments.count));
    if (found.isWhole) return without(found);
  }
  // Removes equal lines first. Otherwise each of a hundred copies would be compared with all others.
  const same = coverSame(segments, toleranceMm, isCovered);
  return without(coveredParts(segments, toleranceMm, isCovered, lastEffort(segments.count), same));
}

interface Found {
  readonly covered: CoveredParts;
  readonly isWhole: boolean;
}

function withoutThose(
  strokes: StrokeSet,
  segments: Segments,
  { covered, isWhole }: Found,
  toleranceMm: number,
  worth: OverlapCost,
  joinMm: number,
): Deduplicated {
  if (covered.count === 0) return nothingRemoved(strokes, isWhole);
  const { lengthMm } = segments;
  const left = covered.leftOver(lengthMm.length, (segment) => toleranceMm / lengthMm[segment]!);
  const isMet = endMeeting(strokes, joinMm);
  const cutFewer = (minGainMs: number) => withoutCovered(strokes, segments, left, worth, isMet, minGainMs);
  return { ...cutFewer(0), isWhole, cutFewer };
}

function nothingRemoved(strokes: StrokeSet, isWhole: boolean): Deduplicated {
  const nothing: Uncovered = { strokes, removedMm: 0, cuts: 0, gainsMs: [] };
  return { ...nothing, isWhole, cutFewer: () => nothing };
}

function coverSame(segments: Segments, toleranceMm: number, isCovered: Uint8Array): CoveredParts {
  const covered = new CoveredParts();
  if (segments.count > manySegments && !hasSame(segments, toleranceMm)) return covered;
  const { xy, lengthMm } = segments;
  const same = new SameSegments(xy, toleranceMm, segments.count);
  for (let segment = 0; segment < lengthMm.length; segment++) {
    if (lengthMm[segment] === 0 || !same.isThere(segment, true)) continue;
    isCovered[segment] = 1;
    covered.addWhole(segment);
  }
  return covered;
}

/**
 * Returns whether many lines equal a line of the sample. Lines that occur often are likely to be in the
 * sample.
 */
function hasSame({ xy, lengthMm, count }: Segments, toleranceMm: number): boolean {
  const same = new SameSegments(xy, toleranceMm, Math.ceil(lengthMm.length / samplesOf));
  let left = count / fewSame;
  for (let segment = 0; segment < lengthMm.length && left > 0; segment++)
    if (lengthMm[segment]! > 0 && same.isThere(segment, segment % samplesOf === 0)) left--;
  return left <= 0;
}

function coveredParts(
  segments: Segments,
  toleranceMm: number,
  isCovered: Uint8Array,
  most: Effort,
  covered = new CoveredParts(),
): Found {
  return { covered, isWhole: findOverlaps(segments, isCovered, toleranceMm, most, covered) };
}

/** Limits of a search: the numbers of checked lines, compared lines and found parts. */
interface Effort {
  readonly looks: number;
  readonly comparisons: number;
  readonly parts: number;
}

/**
 * For each two overlapping segments, removes the shared part from the later one. Returns whether all were
 * checked.
 */
function findOverlaps(
  segments: Segments,
  isLeftOut: Uint8Array,
  toleranceMm: number,
  most: Effort,
  into: CoveredParts,
): boolean {
  const { xy, lengthMm, count, totalMm, minX, minY, maxX, maxY } = segments;
  return withProgram((program) => {
    const isWhole = program.findOverlaps(
      ...([put(program, xy), put(program, lengthMm), put(program, isLeftOut)] as const),
      ...([lengthMm.length, count, totalMm, minX, minY, maxX, maxY, toleranceMm] as const),
      ...([most.looks, most.comparisons, most.parts] as const),
    );
    into.addAll(program.memory.buffer, program.parts.value, program.partCount.value);
    return isWhole === 1;
  });
}
