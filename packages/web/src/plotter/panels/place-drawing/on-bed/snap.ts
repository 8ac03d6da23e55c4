import type { Box } from '@stationery/drawing';

export interface Snap {
  /** Distances to add to the offset. */
  xMm: number;
  yMm: number;
  /** The lines on the paper to which the box snaps. */
  atX: number | undefined;
  atY: number | undefined;
}

interface SnapOptions {
  box: Box;
  paper: { widthMm: number; heightMm: number };
  marginMm: number;
  withinMm: number;
}

export function snapOf({ box, paper, marginMm, withinMm }: SnapOptions): Snap {
  const x = along(box.minX, box.maxX, paper.widthMm, marginMm, withinMm);
  const y = along(box.minY, box.maxY, paper.heightMm, marginMm, withinMm);
  return { xMm: x?.by ?? 0, yMm: y?.by ?? 0, atX: x?.at, atY: y?.at };
}

function along(min: number, max: number, side: number, margin: number, within: number) {
  const [nearest] = [
    { at: side / 2, by: side / 2 - (min + max) / 2 },
    { at: margin, by: margin - min },
    { at: side - margin, by: side - margin - max },
  ].sort((a, b) => Math.abs(a.by) - Math.abs(b.by));
  return nearest && Math.abs(nearest.by) <= within ? nearest : undefined;
}
