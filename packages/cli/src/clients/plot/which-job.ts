import type { Job, PlotterClient } from '@stationery/client';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';

export function readJobId(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError(`“${text}” is not a job id. “stationery plot jobs” lists the jobs`);
  return Number(text);
}

export async function namedOrCurrent(
  plotter: PlotterClient,
  text: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (text !== undefined) return readJobId(text);
  const { job } = await plotter.status({ signal });
  if (job !== null) return job.id;
  throw new Failure('no job is running. “stationery plot jobs” lists the jobs', exitCodes.notFound);
}

export async function namedOrResumable(
  plotter: PlotterClient,
  text: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (text !== undefined) return readJobId(text);
  const { job } = await plotter.status({ signal });
  const isPaused = ({ state }: Job) => state.state === 'paused' || state.state === 'pausing';
  if (job !== null && isPaused(job)) return job.id;
  const resumable = (await plotter.jobs.list({ signal })).find(
    ({ state }) => state.state === 'interrupted' || state.state === 'held',
  );
  if (resumable !== undefined) return resumable.id;
  throw new Failure(
    'no job is paused, on hold or interrupted. “stationery plot jobs” lists the jobs',
    exitCodes.notFound,
  );
}
