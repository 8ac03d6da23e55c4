import type { Path } from './path.ts';

export interface ResumePlace {
  /** The command that the job goes on with. */
  from: number;
  x: number;
  y: number;
}

/**
 * Where a job goes on that was left before `next`: where the pen was last up. What was drawn since then is drawn
 * again, so that nothing is missing.
 */
export function resumePlace(path: Path, next: number): ResumePlace {
  const lift = path.lifts.findLast((command) => command < next);
  const from = lift === undefined ? 0 : lift + 1;
  const at = Math.max(0, path.reachedBefore(from) - 1);
  return { from, x: path.x[at] ?? 0, y: path.y[at] ?? 0 };
}
