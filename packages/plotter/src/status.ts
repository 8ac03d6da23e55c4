import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import type { Jobs } from './jobs/jobs.ts';
import type { Link } from './link/link.ts';
import type { PlaceTracker } from './machine/place-tracker.ts';

export type Status = AnswerOf<typeof plotterRoutes.getStatus>;

export function readStatus({
  link,
  tracker,
  jobs,
}: {
  link: Link;
  tracker: PlaceTracker;
  jobs: Jobs;
}): Status {
  return {
    link: link.state,
    portPath: link.portPath,
    ...tracker.place,
    job: jobs.current() ?? null,
    queued: jobs.queuedCount(),
  };
}
