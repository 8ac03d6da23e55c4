import { AppError } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { JobState, Pause } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import { JobCommands } from './job-commands.ts';
import { type ResumeParts, type ResumePoint, resumePoint } from './resume-point.ts';

/** Where a run starts in its job, and the pauses that are still to come. */
export interface RunStart extends ResumePoint {
  pauses: readonly Pause[];
}

/** What the commands of a job and their results are read from. */
export interface JobTables {
  blocks: BlocksTable;
  results: ResultsTable;
  /** Says what the commands do. */
  link: Pick<Driver, 'effectOf'>;
}

export function fromTheStart({ pauses }: StoredJob): RunStart {
  return { from: 0, prelude: [], pauses };
}

/** Where a paused or interrupted job continues. */
export function resumedStart(
  job: StoredJob,
  parts: JobTables & { relative: boolean; isLost: boolean },
): RunStart {
  const { state } = job;
  const cut = nextOf(job);
  // Whoever resumes a job that asked for something has done it.
  const isAnswered = state.state === 'paused' && state.reason !== undefined;
  const pauses = job.pauses.filter(({ before }) => (isAnswered ? before > cut : before >= cut));
  if (parts.relative) {
    if (canContinueInPlace(job, parts.isLost)) return { from: cut, prelude: [], pauses };
    throw new AppError(
      'job-not-resumable',
      'Moves are relative on this machine, so the pen cannot go back. Run the job again.',
    );
  }
  return { ...resumePoint(resumePartsOf(job, parts)), pauses };
}

/** On a machine with relative moves only a job whose pen still stands where it was paused. */
export function canContinueInPlace({ state }: StoredJob, isLost: boolean): boolean {
  return state.state === 'paused' && !isLost;
}

export function resumePartsOf(job: StoredJob, { blocks, results, link }: JobTables): ResumeParts {
  const cut = nextOf(job);
  const commands = new JobCommands(blocks, job.id);
  return {
    cut,
    at: (index) => commands.at(index),
    effectAt: (index) => link.effectOf(commands.at(index)),
    failed: results.failures(job.id, cut),
    startPlace: job.startPlace,
  };
}

/** It was left before its first command, so that it can begin like a new one. */
export function nothingDrawn({ state, progress }: StoredJob): boolean {
  return state.state === 'interrupted' && wasNotBegun(state) && progress === 0;
}

export function wasNotBegun({ next, unknown }: Extract<JobState, { state: 'interrupted' }>): boolean {
  return next === 0 && unknown === null;
}

export function nextOf({ state }: StoredJob): number {
  return 'next' in state ? state.next : 0;
}
