import type { Drawing } from '../drawing.ts';
import { enlargementBy } from '../operations/run-operations.ts';
import { defaultToleranceMm } from '../reading/options.ts';
import { placeOn } from './placement.ts';
import { type PlanOptions, wholeOptions } from './plan-options.ts';

/** Less is not worth reading the file again. */
const smallestEnlargement = 1.05;

/**
 * The tolerance that a file is to be read with for its lines to deviate by as much on the paper. What is enlarged there
 * is read more finely: a circle must not become a polygon. The page and the service use the same, so that both plan the
 * same strokes.
 */
export function toleranceForPaper(
  drawing: Drawing,
  options: PlanOptions,
  toleranceMm = defaultToleranceMm,
): number {
  const whole = wholeOptions(options);
  const placement = placeOn(drawing, whole);
  const { a, b } = placement.transform;
  const isDrawn = (layer: number) => whole.layers?.includes(layer) ?? true;
  const scale = Math.hypot(a, b) * enlargementBy(whole.operations, drawing, placement, isDrawn);
  return scale > smallestEnlargement ? toleranceMm / scale : toleranceMm;
}
