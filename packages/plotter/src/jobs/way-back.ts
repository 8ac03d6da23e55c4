import { AppError } from '@stationery/core';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { Pause } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import { JobCommands } from './job-commands.ts';
import { type ResumePoint, resumePoint } from './resume-point.ts';

/** Where a run begins, and the pauses that are still to come. */
export interface Beginning extends ResumePoint {
  pauses: readonly Pause[];
}

export function fromTheStart({ pauses }: StoredJob): Beginning {
  return { from: 0, prelude: [], pauses };
}

/** Where a job that was left off goes on. */
export function wayBack(
  job: StoredJob,
  parts: { blocks: BlocksTable; results: ResultsTable; relative: boolean; isLost: boolean },
): Beginning {
  const { state } = job;
  const cut = 'next' in state ? state.next : 0;
  // Whoever resumes a job that asked for something has done it.
  const isAnswered = state.state === 'paused' && state.reason !== undefined;
  const pauses = job.pauses.filter(({ before }) => (isAnswered ? before > cut : before >= cut));
  if (parts.relative) {
    if (state.state === 'paused' && !parts.isLost) return { from: cut, prelude: [], pauses };
    throw new AppError(
      'jobs.wrong-state',
      'Moves are relative on this machine, so there is no way back. Run the job again.',
    );
  }
  const commands = new JobCommands(parts.blocks, job.id);
  const point = resumePoint({
    cut,
    at: (index) => commands.at(index),
    failed: parts.results.failures(job.id, cut),
    startPlace: job.startPlace,
  });
  return { ...point, pauses };
}
