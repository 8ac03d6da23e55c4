import type { PlotterEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { type Metric, perLabel } from '@stationery/http';
import type { JobStore } from './jobs/record/job-store.ts';
import type { Status } from './status.ts';
import { isOver, type JobState, openStates } from './store/job.ts';

const maxRemembered = 1_000;

interface MetricsDeps {
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  jobs: Pick<JobStore, 'countIn'>;
}

export function plotterMetrics({ hub, status, jobs }: MetricsDeps): () => Metric[] {
  const finished: Partial<Record<JobState['state'], number>> = { done: 0, failed: 0, cancelled: 0 };
  const counted = new Set<number>();
  hub.subscribe(({ event: { name, data } }) => {
    // The event of a finished job can be repeated.
    if (name !== 'job' || !isOver(data.state) || counted.has(data.id)) return;
    finished[data.state.state] = (finished[data.state.state] ?? 0) + 1;
    counted.add(data.id);
    if (counted.size > maxRemembered) counted.delete(counted.values().next().value!);
  });
  return () => {
    const { link, driver, job } = status();
    const isConnected = link.state === 'ready' || link.state === 'busy';
    const open = Object.fromEntries(openStates.map((state) => [state, jobs.countIn(state)]));
    return [
      {
        name: 'machine_connected',
        help: 'Whether the plotter answers, by driver.',
        value: perLabel('driver', { [driver]: Number(isConnected) }),
      },
      { name: 'jobs', help: 'Jobs that are not over, by state.', value: perLabel('state', open) },
      {
        name: 'jobs_finished_total',
        help: 'Jobs that ended since the start.',
        value: perLabel('result', finished),
      },
      { name: 'job_progress_ratio', help: 'Progress of the current job.', value: job?.progress ?? 0 },
    ];
  };
}
