import type { Drawing } from '../drawing.ts';
import { enlargementBy } from '../operations/run-operations.ts';
import { defaultToleranceMm } from '../reading/options.ts';
import { placeOn } from './placement.ts';
import { type PlanOptions, resolveOptions } from './plan-options.ts';

/** Smaller enlargements do not justify reading the file again. */
const minEnlargement = 1.05;

/**
 * Returns the tolerance for reading a drawing. Enlarged drawings are read more finely, so that a circle does
 * not become a polygon. The page and the service share this function, so that both plan the same strokes.
 */
export function toleranceForPaper(
  drawing: Drawing,
  options: PlanOptions,
  toleranceMm = defaultToleranceMm,
): number {
  const whole = resolveOptions(options);
  const placement = placeOn(drawing, whole);
  const { a, b } = placement.transform;
  const isDrawn = (layer: number) => whole.layers?.includes(layer) ?? true;
  const scale = Math.hypot(a, b) * enlargementBy(whole.operations, drawing, placement, isDrawn);
  return scale > minEnlargement ? toleranceMm / scale : toleranceMm;
}
