import type { Drawing, Stroke } from '../drawing.ts';
import type { Box } from '../geometry/box.ts';
import type { Transform } from '../geometry/transform.ts';
import { runOperations } from '../operations/run-operations.ts';
import { WorkLimit } from '../operations/work-limit.ts';
import { StrokeSetBuilder } from '../strokes/stroke-set.ts';
import { PlanMemory } from '../wasm/program.ts';
import { addClipped, everywhere } from './clip.ts';
import { planFigures, sumOfFigures } from './figures.ts';
import { hasCare } from './pen-care.ts';
import { PenPlan } from './pen-plan.ts';
import { pensOf } from './pens.ts';
import { type Placement, placeOn } from './placement.ts';
import type { Plan, PlanFigures } from './plan.ts';
import { type PlanOptions, type ResolvedOptions, resolveOptions } from './plan-options.ts';
import { registered } from './registered.ts';
import { startAt } from './start-at.ts';
import { warningsOf } from './warnings.ts';

export interface PlanProgress {
  /** Pen-up distance, including joined gaps. */
  readonly travelMm: number;
  readonly betweenMs: number;
  readonly tries: number;
}

/** Plans in steps. The same number of tries always gives the same plan. */
export interface Planner {
  /** Whether there is no choice, or no better order was found for a long time. */
  readonly isDone: boolean;
  /** Calculated at every access, so do not read it often. */
  readonly progress: PlanProgress;
  /** The first call also builds the neighbour lists. */
  improve(tries: number): void;
  /** Returns the current plan; can be called at any time. */
  plan(): Plan;
}

export function createPlanner(drawing: Drawing, planOptions: PlanOptions = {}): Planner {
  const options = resolveOptions(planOptions);
  const { pens, penOfLayer } = pensOf(drawing, options);
  const placement = placeOn(drawing, options);
  const { paper, edge, isInReach, registration } = placement;
  const isDrawn = (layer: number) => penOfLayer[layer]! >= 0;
  const { strokes, transform, narrowFills, marks } = laidStrokes(drawing, options, placement, isDrawn);
  const sizes = sizesOf(strokes, penOfLayer, pens.length);
  const builders = sizes.map(({ points, strokes }) => new StrokeSetBuilder(points, strokes));
  const cut = layStrokes(
    strokes,
    Array.from(penOfLayer, (pen) => builders[pen]),
    transform,
    edge ?? everywhere,
  );
  const memory = new PlanMemory();
  const penPlans = memory.use(() =>
    builders.map((builder, pen) => new PenPlan(builder.build(), options, pens[pen])),
  );
  const before = sumOfFigures(penPlans.map((pen) => pen.before));
  const warnings = warningsOf(
    drawing,
    { cut, isInReach, narrowFills, pens: penPlans, penOfLayer, paper },
    options,
  );
  const searches = penPlans.flatMap(({ search }) => (search === undefined ? [] : [search]));
  const reached = { machine: options.machine, reach: placement.reach };
  let tries = 0;

  const planner: Planner = {
    get isDone() {
      return searches.every(({ isDone }) => isDone);
    },
    get progress() {
      let [travelMm, betweenMs] = [0, 0];
      for (const { tour } of searches) {
        travelMm += tour.travelMm();
        betweenMs += tour.totalMs();
      }
      return { travelMm, betweenMs, tries };
    },
    improve(more) {
      const open = searches.filter(({ isDone }) => !isDone);
      const strokes = open.reduce((sum, { tour }) => sum + tour.ends.strokes, 0);
      memory.use(() => {
        for (const search of open) search.improve(Math.ceil((more * search.tour.ends.strokes) / strokes));
      });
      tries += more;
    },
    plan() {
      const results = penPlans.map((pen) => pen.result());
      const layers = pens.flatMap((layer, pen) => {
        const { strokes, refills } = results[pen]!;
        const refilled = refills.length === 0 ? {} : { refills };
        return strokes.length === 0 ? [] : [{ ...layer, strokes, ...refilled }];
      });
      const { machine, paperAt } = options;
      const drawn = sumOfFigures(results.map((result) => result.figures));
      const figures = hasCare({ layers }, machine) ? planFigures({ layers, paperAt }, machine) : drawn;
      const asPlanned = {
        paper,
        paperAt,
        layers,
        warnings,
        marks,
        foundMarks: options.marks ?? [],
        ...figures,
        before: withCare(before, drawn, figures),
      };
      const whole = registration ? registered(asPlanned, registration, reached) : asPlanned;
      return startAt(whole, options.from, options.machine);
    },
  };
  if (options.rounds > 0) planner.improve(options.rounds);
  return planner;
}

/**
 * Adds refills and travel to the park position, which are the same in file order, to the figures of the file
 * order.
 */
function withCare(before: PlanFigures, drawn: PlanFigures, figures: PlanFigures): PlanFigures {
  if (drawn === figures) return before;
  const names = ['travelMm', 'drawMm', 'lifts', 'timeMs'] as const;
  const sums = names.map((name) => [name, before[name] + figures[name] - drawn[name]] as const);
  return Object.fromEntries(sums) as Record<(typeof names)[number], number>;
}

/**
 * Returns strokes and the `transform` that the caller must apply to them. It is the identity after operations,
 * because their results are already on the paper.
 */
function laidStrokes(
  drawing: Drawing,
  { operations }: ResolvedOptions,
  placement: Placement,
  isDrawn: (layer: number) => boolean,
): { strokes: readonly Stroke[]; transform: Transform; narrowFills: number; marks: Plan['marks'] } {
  if (operations.length === 0)
    return { strokes: drawing.strokes, transform: placement.transform, narrowFills: 0, marks: [] };
  const limit = new WorkLimit();
  const { items, marks = [] } = runOperations(drawing, operations, placement, isDrawn, limit);
  const { minX, minY, maxX, maxY } = placement.edge ?? everywhere;
  return {
    strokes: items.flatMap(({ layer, lines }) => lines.map((points) => ({ points, layer }))),
    transform: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
    narrowFills: limit.narrowFills,
    marks: marks.filter(({ xMm, yMm }) => xMm > minX && xMm < maxX && yMm > minY && yMm < maxY),
  };
}

function sizesOf(
  strokes: readonly Stroke[],
  penOfLayer: Int32Array,
  pens: number,
): { points: number; strokes: number }[] {
  const sizes = Array.from({ length: pens }, () => ({ points: 0, strokes: 0 }));
  for (const { points, layer } of strokes) {
    const size = sizes[penOfLayer[layer] ?? -1];
    if (size === undefined) continue;
    size.points += points.length / 2;
    size.strokes++;
  }
  return sizes;
}

/** Adds strokes to their layers and returns how many were cut off at the edge. */
function layStrokes(
  strokes: readonly Stroke[],
  ofLayer: readonly (StrokeSetBuilder | undefined)[],
  transform: Transform,
  edge: Box,
): number {
  let cut = 0;
  for (const { points, layer } of strokes) {
    const into = ofLayer[layer];
    if (into === undefined || into.addIfInside(points, transform, edge)) continue;
    if (addClipped(points, transform, edge, into)) cut++;
  }
  return cut;
}
