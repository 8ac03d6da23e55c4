import type { Clock } from '@stationery/core';
import type { JobResource } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import type { JobRunner } from '../run/job-runner.ts';
import { isWaiting } from './job-queue.ts';

export interface JobResourceInput {
  clock: Clock;
  runner: JobRunner;
  /** Where a paused or interrupted job resumes. */
  resumePointOf: (job: StoredJob) => JobResource['resumePoint'];
}

/** A job for clients: the stored data with the live progress of a running job. */
export function jobResource(job: StoredJob, { clock, runner, resumePointOf }: JobResourceInput): JobResource {
  const { startPlace: _, session: __, pauses: ___, pausesAnswered: ____, stepsPerMm: _____, ...stored } = job;
  const rest = {
    ...stored,
    newSheet: job.newSheet === true,
    queueOrder: isWaiting(job) ? job.queueOrder : null,
    durationMs: job.startedAt === null ? null : Math.round(runner.durationMs(job)),
  };
  const active = runner.active?.id === job.id ? runner.active : undefined;
  if (active === undefined) return { ...rest, remainingMs: null, resumePoint: resumePointOf(job) };
  const { next, sent, completed, failed } = active.run;
  const time = active.time.at(next, clock.nowMs());
  const state = 'next' in job.state ? { ...job.state, next } : job.state;
  return { ...rest, state, completed, failed, executed: next, sent, ...time, resumePoint: null };
}
