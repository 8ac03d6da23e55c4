import type { Plan, Planner } from '@stationery/drawing';

/** Work in one slice; then requests of the page are handled. */
const sliceMs = 40;
const reportEveryMs = 250;
/** After this long without a gain of a thousandth, the search ends. */
const giveUpAfterMs = 4000;
const worthwhileFactor = 0.999;

interface ImproveOptions {
  /** The plan is obsolete: it ends without a report. */
  isOutdated: () => boolean;
  isFinished: () => boolean;
  report: (plan: Plan, isImproving: boolean) => void;
}

/** Improves a plan and reports it repeatedly, until nothing is gained or `finish` is requested. */
export async function improvePlan(planner: Planner, parts: ImproveOptions): Promise<void> {
  const { isOutdated, isFinished, report } = parts;
  let bestMs = Number.POSITIVE_INFINITY;
  let bestAtMs = performance.now();
  let nextReportAtMs = 0;
  let tries = 64;
  while (!isOutdated()) {
    const startedAtMs = performance.now();
    const isOver = planner.isDone || isFinished() || startedAtMs - bestAtMs > giveUpAfterMs;
    if (isOver || startedAtMs >= nextReportAtMs) {
      const plan = planner.plan();
      report(plan, !isOver);
      if (plan.timeMs < bestMs * worthwhileFactor) {
        bestMs = plan.timeMs;
        bestAtMs = performance.now();
      }
      const tookMs = performance.now() - startedAtMs;
      // Reporting a large plan takes time that is better spent on improving it.
      nextReportAtMs = performance.now() + Math.max(reportEveryMs, 5 * tookMs);
    }
    if (isOver) return;
    const fromMs = performance.now();
    planner.improve(tries);
    const workedMs = Math.max(0.1, performance.now() - fromMs);
    tries = Math.max(1, Math.round(tries * Math.min(2, sliceMs / workedMs)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
