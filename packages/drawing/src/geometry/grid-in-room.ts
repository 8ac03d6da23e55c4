import type { Box } from './box.ts';

const maxCount = 100;
const roundingMm = 0.001;

/** Returns the number of columns and rows that fit, each at least one. */
export function gridInRoom(
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
  gapMm: number,
  { minX, minY, maxX, maxY }: Box,
): { columns: number; rows: number } {
  const countIn = (room: number, side: number) =>
    Math.max(1, Math.min(maxCount, Math.floor((room + gapMm + roundingMm) / (side + gapMm))));
  return { columns: countIn(maxX - minX, widthMm), rows: countIn(maxY - minY, heightMm) };
}
