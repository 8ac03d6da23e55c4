import type { PositionTracker } from '../../machine/position-tracker.ts';
import type { Pen } from '../../store/job.ts';

interface DrawnDistanceOptions {
  tracker: Pick<PositionTracker, 'place' | 'subscribe'>;
  pens: readonly Pen[];
  stepsPerMm: number;
  /** The first command not executed yet. */
  next: () => number;
  report: (pen: string, mm: number) => void;
}

/** Reports the distance drawn with each pen, at every lift and at the end of the run. Returns a dispose function. */
export function reportDrawnDistance({
  tracker,
  pens,
  stepsPerMm,
  next,
  report,
}: DrawnDistanceOptions): () => void {
  let before = tracker.place;
  let steps = 0;
  const lifted = () => {
    const at = next();
    const pen = pens.findLast(({ from }) => from <= at);
    if (pen !== undefined && steps > 0) report(pen.name, steps / stepsPerMm);
    steps = 0;
  };
  const unsubscribe = tracker.subscribe(() => {
    const now = tracker.place;
    if (before.pen === 'down' && before.position !== null && now.position !== null)
      steps += Math.hypot(now.position.x - before.position.x, now.position.y - before.position.y);
    before = now;
    if (now.pen !== 'down') lifted();
  });
  return () => {
    unsubscribe();
    lifted();
  };
}
