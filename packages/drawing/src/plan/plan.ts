import type { Layer, Note, Points } from '../drawing.ts';
import type { LayerSettings } from './pen-settings.ts';

/** Strokes of one pen in the order and direction drawn. */
export interface PlannedLayer extends Layer {
  /** How the pen draws, where that is not as usual. */
  readonly settings?: LayerSettings;
  readonly widthMm?: number;
  /** In millimetres from the top left of the paper; y runs down. */
  readonly strokes: readonly Points[];
}

export interface PlanFigures {
  /** With the pen up, with the ways from the origin and back for every pen. */
  readonly travelMm: number;
  readonly drawMm: number;
  /** How often the pen is lifted. */
  readonly lifts: number;
  /** Of the machine alone; a person who changes the pen takes longer. */
  readonly timeMs: number;
}

export interface Plan extends PlanFigures {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  /** Where the paper's top left corner lies, from the machine's origin. */
  readonly paperAt: { readonly xMm: number; readonly yMm: number };
  readonly layers: readonly PlannedLayer[];
  /** The same strokes as they stood in the file, placed on the paper. */
  readonly before: PlanFigures;
  readonly warnings: readonly Note[];
}
