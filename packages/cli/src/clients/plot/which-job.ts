import type { Job, PlotterClient } from '@stationery/client';
import { SettingError } from '@stationery/core/settings';
import { Failure } from '../exit-codes.ts';

export function readJobId(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new SettingError(`“${text}” is no id of a job; “stationery plot jobs” shows them`);
  return Number(text);
}

/** The job that was named, or the one that has the machine. */
export async function namedOrCurrent(
  plotter: PlotterClient,
  text: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (text !== undefined) return readJobId(text);
  const { job } = await plotter.status({ signal });
  if (job !== null) return job.id;
  throw new Failure('no job has the machine; “stationery plot jobs” shows those there are');
}

/** The job that was named, or the paused one, or the newest that waits for somebody to say go. */
export async function namedOrWaiting(
  plotter: PlotterClient,
  text: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (text !== undefined) return readJobId(text);
  const { job } = await plotter.status({ signal });
  const isPaused = ({ state }: Job) => state.state === 'paused' || state.state === 'pausing';
  if (job !== null && isPaused(job)) return job.id;
  const waiting = (await plotter.jobs.list({ signal })).find(
    ({ state }) => state.state === 'interrupted' || state.state === 'held',
  );
  if (waiting !== undefined) return waiting.id;
  throw new Failure('no job is paused, held or interrupted; “stationery plot jobs” shows those there are');
}
