import type { Drawing } from '../drawing.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { createPlanner, type PlanProgress } from './planner.ts';

/** Plans a drawing without a time limit. `options.rounds` is the number of tries to improve the order. */
export function planDrawing(drawing: Drawing, options: PlanOptions = {}): Plan {
  return createPlanner(drawing, options).plan();
}

export interface PlanBudget {
  /** Time to search for a better order, measured from the call. */
  readonly budgetMs: number;
  /** Ends the search early. The best plan up to then is returned. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PlanProgress) => void;
}

const sliceMs = 20;
const progressEveryMs = 200;

/**
 * Plans a drawing within a time limit and yields to other tasks regularly. Results vary between runs; use
 * `rounds` for reproducible plans.
 */
export async function planWithin(drawing: Drawing, options: PlanOptions, budget: PlanBudget): Promise<Plan> {
  const until = performance.now() + budget.budgetMs;
  const planner = createPlanner(drawing, options);
  let tries = 64;
  let nextProgressAt = 0;
  for (;;) {
    // Also report at the end, because a fast computer may finish before the next report is due.
    if (performance.now() >= nextProgressAt || planner.isDone) {
      budget.onProgress?.(planner.progress);
      nextProgressAt = performance.now() + progressEveryMs;
    }
    const startedAt = performance.now();
    if (planner.isDone || startedAt >= until || budget.signal?.aborted === true) return planner.plan();
    planner.improve(tries);
    const tookMs = performance.now() - startedAt;
    const leftMs = until - performance.now();
    tries = Math.max(1, Math.round(tries * Math.min(2, Math.min(sliceMs, Math.max(leftMs, 1)) / tookMs)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
