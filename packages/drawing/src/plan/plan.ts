import type { Layer, Note, Points } from '../drawing.ts';
import type { LayerSettings } from './pen-settings.ts';

/** Strokes of one pen in plotting order and direction. */
export interface PlannedLayer extends Layer {
  /** Settings of the pen, if they differ from the defaults. */
  readonly settings?: LayerSettings;
  readonly widthMm?: number;
  /** In millimetres from the top left of the paper; y runs down. */
  readonly strokes: readonly Points[];
  /** Indices of the strokes before which the pen is refilled. */
  readonly refills?: readonly number[];
}

export interface PlanFigures {
  /** Pen-up distance, including travel from and to the origin for every pen. */
  readonly travelMm: number;
  readonly drawMm: number;
  /** How often the pen is lifted. */
  readonly lifts: number;
  /** Machine time, without the user's pen changes. */
  readonly timeMs: number;
}

export interface Plan extends PlanFigures {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** Top left corner of the paper, relative to the machine's origin. */
  readonly paperAt: { readonly xMm: number; readonly yMm: number };
  readonly layers: readonly PlannedLayer[];
  /** The same strokes in file order, placed on the paper. */
  readonly before: PlanFigures;
  readonly warnings: readonly Note[];
  /** Centres of the registration marks that it draws, in millimetres from the top left of the paper. */
  readonly marks: readonly { readonly xMm: number; readonly yMm: number }[];
  /** The strokes before the one to start at. */
  readonly skipped?: {
    readonly layers: readonly PlannedLayer[];
    readonly strokes: number;
    /** Number of pens that draw nothing else. */
    readonly pens: number;
  };
}
