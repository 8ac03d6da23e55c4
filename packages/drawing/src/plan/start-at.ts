import type { Machine } from '../motion/machine.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { planFigures } from './figures.ts';
import type { Plan, PlannedLayer } from './plan.ts';

/**
 * Returns the plan from `stroke` on, which counts from 1 in plotting order. Earlier strokes become `skipped`.
 */
export function startAt(plan: Plan, stroke: number, machine: Machine): Plan {
  const total = plan.layers.reduce((sum, { strokes }) => sum + strokes.length, 0);
  if (stroke === 1 || total === 0) return plan;
  if (stroke > total)
    throw new PlanOptionError('from', `There is no stroke ${stroke}: this plan has ${total}`);
  const skipped: PlannedLayer[] = [];
  const layers: PlannedLayer[] = [];
  let toSkip = stroke - 1;
  for (const layer of plan.layers) {
    const count = Math.min(toSkip, layer.strokes.length);
    toSkip -= count;
    if (count > 0) skipped.push({ ...layer, strokes: layer.strokes.slice(0, count) });
    if (count < layer.strokes.length) {
      const { refills, strokes } = layer;
      const later = refills?.filter((at) => at > count).map((at) => at - count);
      layers.push({ ...layer, strokes: strokes.slice(count), ...(later && { refills: later }) });
    }
  }
  const pens = plan.layers.length - layers.length;
  const left = { layers: skipped, strokes: stroke - 1, pens };
  const figures = planFigures({ layers, paperAt: plan.paperAt, skipped: left }, machine);
  return { ...plan, ...figures, before: figures, layers, skipped: left };
}
