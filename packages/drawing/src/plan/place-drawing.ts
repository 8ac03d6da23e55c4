import type { Drawing } from '../drawing.ts';
import { type Placement, placeOn } from './placement.ts';
import { type PlanOptions, resolveOptions } from './plan-options.ts';

/** Where a drawing would be planned with these options. */
export function placeDrawing(drawing: Drawing, options: PlanOptions = {}): Placement {
  return placeOn(drawing, resolveOptions(options));
}
