import type { Plan, Planner } from '@stationery/drawing';

/** A slice of thinking; then whatever the page asks for has its turn. */
const sliceMs = 40;
const reportEveryMs = 250;
/** Without a thousandth gained for so long, the rest is not worth waiting for. */
const patienceMs = 4000;
const worthIt = 0.999;

interface ThinkParts {
  /** Nobody waits for it any more: left without a word. */
  isLeft: () => boolean;
  isEnough: () => boolean;
  report: (plan: Plan, isThinking: boolean) => void;
}

/** Makes a plan better, and tells of it all the while, until nothing more is gained or somebody has had enough. */
export async function think(planner: Planner, { isLeft, isEnough, report }: ThinkParts): Promise<void> {
  let bestMs = Number.POSITIVE_INFINITY;
  let bestAtMs = performance.now();
  let nextReportAtMs = 0;
  let tries = 64;
  while (!isLeft()) {
    const startedAtMs = performance.now();
    const isOver = planner.isDone || isEnough() || startedAtMs - bestAtMs > patienceMs;
    if (isOver || startedAtMs >= nextReportAtMs) {
      const plan = planner.plan();
      report(plan, !isOver);
      if (plan.timeMs < bestMs * worthIt) {
        bestMs = plan.timeMs;
        bestAtMs = performance.now();
      }
      const tookMs = performance.now() - startedAtMs;
      // To tell of a large plan takes time that thinking needs more.
      nextReportAtMs = performance.now() + Math.max(reportEveryMs, 5 * tookMs);
    }
    if (isOver) return;
    const fromMs = performance.now();
    planner.improve(tries);
    const thoughtMs = Math.max(0.1, performance.now() - fromMs);
    tries = Math.max(1, Math.round(tries * Math.min(2, sliceMs / thoughtMs)));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
