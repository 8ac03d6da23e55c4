import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import type { Jobs } from './jobs/jobs.ts';
import type { LimitGuard } from './jobs/limit-guard.ts';
import type { Link } from './link/link.ts';
import type { PlaceTracker } from './machine/place-tracker.ts';

export type Status = AnswerOf<typeof plotterRoutes.getStatus>;

export function readStatus({
  link,
  tracker,
  jobs,
  guard,
}: {
  link: Link;
  tracker: PlaceTracker;
  jobs: Jobs;
  guard: LimitGuard;
}): Status {
  return {
    link: link.state,
    portPath: link.portPath,
    ...tracker.place,
    job: jobs.current() ?? null,
    queued: jobs.queuedCount(),
    reach: guard.reach,
    enforcesLimits: guard.isOn,
  };
}
