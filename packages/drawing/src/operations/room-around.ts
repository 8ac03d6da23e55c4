import type { Operation } from './operation.ts';

/** Where nothing else is said. */
export const usualGapMm = 5;
export const usualMarkMm = 5;

/** How far frame and marks reach beyond the drawing. */
export function roomAroundMm(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => {
    if (operation.kind === 'frame') return sum + (operation.gapMm ?? usualGapMm);
    if (operation.kind !== 'marks') return sum;
    return sum + (operation.gapMm ?? usualGapMm) + (operation.sizeMm ?? usualMarkMm);
  }, 0);
}
