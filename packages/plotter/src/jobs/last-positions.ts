import type { Point } from '../firmware/machine-model.ts';
import { after } from '../machine/place-tracker.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import { JobCommands } from './job-commands.ts';
import { positionBefore, resumeStart } from './resume-point.ts';

/**
 * Where an absolute machine can stand that was busy with this job when the service ended: where the last command that
 * was answered led, where the next one leads, or where the job was to be resumed. None where that cannot be said.
 */
export function lastPositions(
  job: StoredJob,
  { blocks, results }: { blocks: BlocksTable; results: ResultsTable },
): Point[] {
  const { state, startPlace, total } = job;
  const cut = 'next' in state ? state.next : 0;
  if (cut > total || !blocks.isWhole(job.id, total)) return [];
  const commands = new JobCommands(blocks, job.id);
  const parts = {
    cut,
    at: (index: number) => commands.at(index),
    failed: results.failures(job.id, cut),
    startPlace,
  };
  const position = positionBefore(parts, cut);
  const resumed = positionBefore(parts, resumeStart(parts).from);
  const ahead = cut < total ? after({ position, pen: null }, commands.at(cut), false).position : position;
  const all = [position, resumed, ahead];
  return all.every((each) => each !== null) ? all : [];
}
