import type { Job } from '@stationery/client';
import { plotter } from '../../client.ts';
import { machine } from '../store.ts';
import { type JobStrokes, strokesOf } from './job-strokes.ts';

/** Larger jobs would take hundreds of megabytes. */
export const maxCommands = 1_000_000;

export async function loadStrokes(job: Job): Promise<JobStrokes | undefined> {
  if (job.total > maxCommands) return undefined;
  const commands = (await plotter.jobs.commands(job.id)).trim().split('\n');
  return strokesOf(commands, machine.peek()?.coordinates === 'relative');
}
