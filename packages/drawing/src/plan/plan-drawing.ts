import type { Drawing } from '../drawing.ts';
import type { Plan } from './plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { createPlanner, type PlanProgress } from './planner.ts';

/** A good plan at once, or after `options.rounds` tries a better one. */
export function planDrawing(drawing: Drawing, options: PlanOptions = {}): Plan {
  return createPlanner(drawing, options).plan();
}

export interface PlanBudget {
  /** How long to look for a better order, counted from the call. */
  readonly budgetMs: number;
  /** Ends the search; the plan found so far is given. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PlanProgress) => void;
}

const sliceMs = 20;
const progressEveryMs = 200;

/**
 * The best plan that is found in a time. In between others have their turn, so a signal or a message can come
 * in. How far it comes in that time differs from run to run; for the same plan every time use `rounds`.
 */
export async function planWithin(drawing: Drawing, options: PlanOptions, budget: PlanBudget): Promise<Plan> {
  const until = performance.now() + budget.budgetMs;
  const planner = createPlanner(drawing, options);
  let tries = 64;
  let nextProgressAt = 0;
  for (;;) {
    // Also at the end: a fast machine is done before it is time to tell again.
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
