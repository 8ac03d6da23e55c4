import type { Layer, Note, Points } from '../drawing.ts';
import type { LayerSettings } from './pen-settings.ts';
import type { FoundMark } from './plan-options.ts';

export interface PlannedLayer extends Layer {
  /** The settings, if they differ from the defaults. */
  readonly settings?: LayerSettings;
  readonly widthMm?: number;
  /** Strokes in millimetres from the top left of the paper; y runs down. */
  readonly strokes: readonly Points[];
  /** Indexes of the strokes before which the pen is refilled. */
  readonly refills?: readonly number[];
}

export interface PlanFigures {
  /** Pen-up distance, including travel from and to the origin for every pen. */
  readonly travelMm: number;
  readonly drawMm: number;
  readonly lifts: number;
  /** Machine time, without the time in which the user changes pens. */
  readonly timeMs: number;
}

export interface Plan extends PlanFigures {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** Top left corner of the paper, relative to the machine's origin. */
  readonly paperAt: { readonly xMm: number; readonly yMm: number };
  readonly layers: readonly PlannedLayer[];
  /** Figures of the same strokes in file order. */
  readonly before: PlanFigures;
  readonly warnings: readonly Note[];
  /** Centres of the registration marks in the drawing, from the top left of the paper. */
  readonly marks: readonly { readonly xMm: number; readonly yMm: number }[];
  /** The marks that placed the drawing. */
  readonly foundMarks: readonly FoundMark[];
  /** What is left out before the stroke at which the plan starts. */
  readonly skipped?: {
    readonly layers: readonly PlannedLayer[];
    readonly strokes: number;
    /** Pens whose strokes are all skipped. */
    readonly pens: number;
  };
}
