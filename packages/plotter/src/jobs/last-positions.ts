import type { Point } from '../drivers/geometry.ts';
import { positionAfter } from '../drivers/machine-position.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import { positionBefore, resumeStart } from './resume-point.ts';
import { type JobTables, nextOf, resumePartsOf } from './run-start.ts';

/**
 * Where an absolute machine can stand that was busy with this job when the service ended: where the last command that
 * was answered led, where the next one leads, or where the job was to be resumed. None where that cannot be said.
 */
export function lastPositions(job: StoredJob, tables: JobTables): Point[] {
  const { total } = job;
  const cut = nextOf(job);
  if (cut > total || !tables.blocks.isWhole(job.id, total)) return [];
  const parts = resumePartsOf(job, tables);
  const position = positionBefore(parts, cut);
  const resumed = positionBefore(parts, resumeStart(parts).from);
  const ahead = cut < total ? positionAfter({ position, pen: null }, parts.effectAt(cut)).position : position;
  const all = [position, resumed, ahead];
  return all.every((each) => each !== null) ? all : [];
}
