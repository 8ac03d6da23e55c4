import type { Drawing } from '../drawing.ts';
import { type Placement, placeOn } from './placement.ts';
import { type PlanOptions, wholeOptions } from './plan-options.ts';

/** Position of a drawing if planned with these options. */
export function placeDrawing(drawing: Drawing, options: PlanOptions = {}): Placement {
  return placeOn(drawing, wholeOptions(options));
}
