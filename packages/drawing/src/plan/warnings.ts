import type { Drawing, Note } from '../drawing.ts';
import { isWhite } from '../white.ts';
import type { PenPlan } from './pen-plan.ts';
import type { Plan } from './plan.ts';
import type { ResolvedOptions } from './plan-options.ts';
import { outsideOf, roundingMm } from './registration.ts';

const cutAtPaper = { code: 'cut-off-at-paper', text: 'Strokes cut off at the edge of the paper' } as const;
const cutAtMargins = { code: 'cut-off-at-margins', text: 'Strokes cut off at the margins' } as const;
const cutByMachine = {
  code: 'cut-off-by-machine',
  text: 'Strokes cut off at the edge of the paper or of the range of the machine, which does not cover the whole paper: turn the paper, or move it',
} as const;
const tooShort = {
  code: 'too-short',
  text: 'Strokes and dots left out because they are shorter than the limit',
} as const;
const hiddenMarks = {
  code: 'hidden-marks',
  text: 'Dots and short strokes left out because they lie in the ink of another stroke',
} as const;
const narrowFills = {
  code: 'fill-too-narrow',
  text: 'Filled parts left out because they are narrower than their hatching: use a finer pen or spacing',
} as const;
const drawnTwice = {
  code: 'drawn-twice',
  text: 'Pens with so many lines over each other that some may be drawn twice',
} as const;
const whiteUnseen = {
  code: 'white-layer',
  text: 'Layers in white, which are invisible on white paper: leave them out if they are only a background',
} as const;
const whiteWithOnePen = {
  code: 'white-layer',
  text: 'Layers in white, which are drawn with the one pen like all others: leave them out if they are only a background',
} as const;
const markOffPaper = {
  code: 'mark-off-paper',
  text: 'Marks that are planned off the paper: check the size of the paper and the planned places',
} as const;

interface Planned {
  /** Strokes cut off at the edge. */
  readonly cut: number;
  readonly isInReach: boolean;
  /** Fill parts that are too narrow for a hatch line. */
  readonly narrowFills: number;
  readonly pens: readonly PenPlan[];
  /** Index of each layer's pen; -1 if a layer of the drawing is not drawn. */
  readonly penOfLayer: Int32Array;
  readonly paper: Plan['paper'];
}

export function warningsOf(drawing: Drawing, planned: Planned, options: ResolvedOptions): Note[] {
  const { cut, isInReach, pens } = planned;
  const dropped = pens.reduce((sum, { droppedStrokes }) => sum + droppedStrokes, 0);
  const notLookedAt = pens.filter(({ sawAllOverlaps }) => !sawAllOverlaps).length;
  return [
    { ...(isInReach ? (options.crop === 'margins' ? cutAtMargins : cutAtPaper) : cutByMachine), count: cut },
    { ...(options.dropShorterThanMm === undefined ? hiddenMarks : tooShort), count: dropped },
    { ...narrowFills, count: planned.narrowFills },
    { ...drawnTwice, count: notLookedAt },
    { ...(options.pens === 'one' ? whiteWithOnePen : whiteUnseen), count: whiteLayers(drawing, planned) },
    { ...markOffPaper, count: marksOffPaper(planned, options) },
  ].filter(({ count }) => count > 0);
}

function marksOffPaper({ paper }: Planned, { marks = [], paperAt }: ResolvedOptions): number {
  const sheet = { minX: 0, minY: 0, maxX: paper.widthMm, maxY: paper.heightMm };
  return marks.filter(({ at }) => outsideOf(sheet, at.xMm - paperAt.xMm, at.yMm - paperAt.yMm) > roundingMm)
    .length;
}

/** Returns the number of drawn layers in white. A layer beside the paper needs no pen, so it does not count. */
function whiteLayers({ layers, strokes }: Drawing, { pens, penOfLayer }: Planned): number {
  const isDrawnWhite = layers.map(
    ({ colour }, index) => isWhite(colour) && (pens[penOfLayer[index] ?? -1]?.strokes ?? 0) > 0,
  );
  if (!isDrawnWhite.includes(true)) return 0;
  const found = new Set<number>();
  for (const { layer } of strokes) if (isDrawnWhite[layer]) found.add(layer);
  return found.size;
}
