import { endMeeting } from '../strokes/meeting-ends.ts';
import type { StrokeSet } from '../strokes/stroke-set.ts';
import { put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';
import { CoveredParts } from './covered-parts.ts';
import type { OverlapCost } from './overlap-cost.ts';
import { SameSegments } from './same-segments.ts';
import { type Segments, segmentsOf, type Uncovered, withoutCovered } from './without-covered.ts';

/**
 * Limits of the first search. If it reaches them, equal lines are searched separately. Stored parts take
 * memory.
 */
const firstEffort = (segments: number): Effort => ({
  looks: 60 * segments + 1e6,
  comparisons: 8 * segments,
  parts: 2 * segments + 1e5,
});
/** Limits of the search for partly covered lines, which keep it to about two seconds. */
const lastEffort = (segments: number): Effort => ({
  looks: Math.min(500 * segments + 1e7, 4e7),
  comparisons: Math.min(100 * segments + 1e6, 4e6),
  parts: 1e6,
});

/** Above this, the first, quick search for covered parts is skipped. */
const manySegments = 1e6;

/** One in this many lines is put into a sample, with which all others are compared. */
const samplesOf = 61;
const fewSame = 16_000;

export interface Deduplicated extends Uncovered {
  /** Whether all segments were checked. The search stops early with thousands of overlapping lines. */
  readonly isWhole: boolean;
  /** Keeps only the cuts that save more than this time. */
  readonly cutFewer: (minGainMs: number) => Uncovered;
}

/** Draws overlapping lines once if that saves time. Ends up to `joinMm` apart are joined without a lift. */
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
  // Remove equal lines first. Otherwise each of a hundred copies would be compared with all others.
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

/** Whether many lines equal a line of the sample. Lines that occur often are likely to be in the sample. */
function hasSame({ xy, lengthMm, count }: Segments, toleranceMm: number): boolean {
  const same = new SameSegments(xy, toleranceMm, Math.ceil(lengthMm.length / samplesOf));
  let left = count / fewSame;
  for (let segment = 0; segment < lengthMm.length && left > 0; segment++)
    if (lengthMm[segment]! > 0 && same.isThere(segment, segment % samplesOf === 0)) left--;
  return left <= 0;
}

/** Limits of a search: checked lines, compared lines and found parts. */
interface Effort {
  readonly looks: number;
  readonly comparisons: number;
  readonly parts: number;
}

/** Removes the shared part of two segments from the later one. */
function coveredParts(
  segments: Segments,
  toleranceMm: number,
  isLeftOut: Uint8Array,
  limits: Effort,
  covered = new CoveredParts(),
): Found {
  const { xy, lengthMm, count, totalMm, minX, minY, maxX, maxY } = segments;
  return withProgram((program) => {
    const isWhole = program.findOverlaps(
      ...([put(program, xy), put(program, lengthMm), put(program, isLeftOut)] as const),
      ...([lengthMm.length, count, totalMm, minX, minY, maxX, maxY, toleranceMm] as const),
      ...([limits.looks, limits.comparisons, limits.parts] as const),
    );
    covered.addAll(program.memory.buffer, program.parts.value, program.partCount.value);
    return { covered, isWhole: isWhole === 1 };
  });
}
