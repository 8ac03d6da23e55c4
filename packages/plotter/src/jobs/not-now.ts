import { AppError } from '@stationery/core';
import type { LinkState } from '../link/link.ts';
import type { JobState } from './job.ts';

/** What is said to who asks for something that cannot be now. */

export const retrySoon = { 'retry-after': '2' };

export function isConnected({ state }: LinkState): boolean {
  return state !== 'closed' && state !== 'waiting';
}

export function refuseWithoutPort(link: LinkState): void {
  if (isConnected(link)) return;
  const advice =
    link.state === 'closed'
      ? 'The plotter was disconnected. Connect it first.'
      : 'The plotter is not connected. Check its cable and power.';
  throw new AppError('plotter.closed', advice, { headers: retrySoon });
}

export function busy(id: number): never {
  throw new AppError('plotter.busy', `Job ${id} has the plotter. Wait for it, or cancel it.`, {
    members: { job: id },
  });
}

export function wrongState(wanted: string, { state }: JobState): never {
  throw new AppError('jobs.wrong-state', `A job that is ${state} cannot be ${wanted}.`);
}
