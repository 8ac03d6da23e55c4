import type { Box } from '../geometry/box.ts';
import { movedPoints, type Transform } from '../geometry/transform.ts';
import type { Machine } from '../motion/machine.ts';
import { planFigures } from './figures.ts';
import type { Plan, PlannedLayer } from './plan.ts';
import { checkReach, MarksError, movedPlace, outsideOf, roundingMm } from './registration.ts';

/** Adapts a plan to a sheet that lies elsewhere. `transform` converts planned to actual places on the paper. */
export function registered(
  plan: Plan,
  transform: Transform,
  { machine, reach }: { readonly machine: Machine; readonly reach: Box | undefined },
): Plan {
  const layers = plan.layers.map((layer) => ({
    ...layer,
    strokes: layer.strokes.map((points) => movedPoints(points, transform)),
  }));
  const outsideMm = reach === undefined ? 0 : farthestOutside(layers, reach);
  if (outsideMm > roundingMm) throw new MarksError('out-of-reach', outsideMm);
  if (reach !== undefined) checkReach(plan.foundMarks, moved(reach, plan.paperAt));
  const marks = plan.marks.map((mark) => movedPlace(mark, transform));
  return { ...plan, ...planFigures({ ...plan, layers }, machine), layers, marks };
}

function moved({ minX, minY, maxX, maxY }: Box, { xMm, yMm }: Plan['paperAt']): Box {
  return { minX: minX + xMm, minY: minY + yMm, maxX: maxX + xMm, maxY: maxY + yMm };
}

function farthestOutside(layers: readonly PlannedLayer[], reach: Box): number {
  let farthest = 0;
  for (const { strokes } of layers)
    for (const points of strokes)
      for (let at = 0; at < points.length; at += 2)
        farthest = Math.max(farthest, outsideOf(reach, points[at]!, points[at + 1]!));
  return farthest;
}
