import type { Point } from '../../drivers/language/geometry.ts';
import { type MachinePosition, positionAfter } from '../../drivers/language/machine-position.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import { positionBefore, resumeStart } from './resume-point.ts';
import { type JobTables, nextOf, resumeInputOf } from './run-start.ts';

/**
 * The path on which an absolute machine may be if the service ended during this job: from the resume point and the
 * target of the last executed command along the sent commands. Empty if unknown.
 */
export function lastPositions(job: StoredJob, tables: JobTables): Point[] {
  const { total, sent } = job;
  const cut = nextOf(job);
  if (cut > total || !tables.blocks.isWhole(job.id, total)) return [];
  const input = resumeInputOf(job, tables);
  const position = positionBefore(input, cut);
  const { position: resumed } = resumeStart(input);
  const all = [resumed, position];
  let place: MachinePosition = { position, pen: null };
  for (let index = cut; index < Math.min(sent, total); index++) {
    place = positionAfter(place, input.effectAt(index));
    all.push(place.position);
  }
  return all.every((each) => each !== null) ? all : [];
}
