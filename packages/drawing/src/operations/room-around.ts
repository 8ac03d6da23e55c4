import type { Operation } from '@stationery/contract/operation-table';

export const defaultGapMm = 5;
export const defaultMarkMm = 5;

/** Returns how far the frame and marks reach beyond the drawing. */
export function roomAroundMm(operations: readonly Operation[]): number {
  return operations.reduce((sum, operation) => {
    if (operation.kind === 'frame') return sum + (operation.gapMm ?? defaultGapMm);
    if (operation.kind !== 'marks') return sum;
    return sum + (operation.gapMm ?? defaultGapMm) + (operation.sizeMm ?? defaultMarkMm);
  }, 0);
}
