import type { Drawing } from '../drawing.ts';
import { type Placement, placeOn } from './placement.ts';
import { type PlanOptions, wholeOptions } from './plan-options.ts';

/** Where a drawing comes to lie, as planning it with the same options would have it. */
export function placeDrawing(drawing: Drawing, options: PlanOptions = {}): Placement {
  return placeOn(drawing, wholeOptions(options));
}
