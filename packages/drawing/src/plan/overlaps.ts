import { put } from '../wasm/numbers.ts';
import { withProgram } from '../wasm/program.ts';
import type { CoveredParts } from './covered-parts.ts';
import type { Segments } from './segments.ts';

/** Limits of the search: checked lines, compared lines and found parts. */
export interface Effort {
  readonly looks: number;
  readonly comparisons: number;
  readonly parts: number;
}

/** Removes from the later of two overlapping segments the part they share. Returns whether all were checked. */
export function findOverlaps(
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
