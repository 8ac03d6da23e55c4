import type { Drawing } from '../drawing.ts';
import { defaultToleranceMm } from '../svg/options.ts';
import { scaleOn } from './placement.ts';
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
  const scale = scaleOn(drawing, wholeOptions(options));
  return scale > smallestEnlargement ? toleranceMm / scale : toleranceMm;
}
