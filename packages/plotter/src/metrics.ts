import type { PlotterEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { type Metric, perLabel } from '@stationery/http';
import type { JobStore } from './jobs/record/job-store.ts';
import type { Status } from './status.ts';
import { isOver, type JobState } from './store/job.ts';

const openStates = ['queued', 'held', 'running', 'pausing', 'paused', 'cancelling', 'interrupted'] as const;

interface MetricsDeps {
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  jobs: Pick<JobStore, 'countIn'>;
}

/** Returns a function that reads the figures for Prometheus. */
export function plotterMetrics({ hub, status, jobs }: MetricsDeps): () => Metric[] {
  const over: Partial<Record<JobState['state'], Set<number>>> = {
    done: new Set(),
    failed: new Set(),
    cancelled: new Set(),
  };
  hub.subscribe(({ event: { name, data } }) => {
    // By id, because the event of a finished job can be repeated.
    if (name === 'job' && isOver(data.state)) over[data.state.state]?.add(data.id);
  });
  return () => {
    const { link, driver, job } = status();
    const isConnected = link.state === 'ready' || link.state === 'busy';
    const open = Object.fromEntries(openStates.map((state) => [state, jobs.countIn(state)]));
    const finished = Object.fromEntries(Object.entries(over).map(([state, ids]) => [state, ids.size]));
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
