import { describeReason, type JobReason } from '@stationery/contract';
import { ours, verbOf } from '../../drivers/language/our-language.ts';
import { openStates, type Pause } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import type { JobCommands } from './job-commands.ts';
import type { JobStore } from './job-store.ts';

/** Whether a job asks for a new sheet if the client did not specify it. Null: decided when the job starts. */
export function defaultNewSheet(
  { stepsPerMm }: Pick<StoredJob, 'stepsPerMm'>,
  jobs: Pick<JobStore, 'idsIn'>,
): boolean | null {
  return stepsPerMm !== null && jobs.idsIn(...openStates).length > 0 ? true : null;
}

/** A job that asks for a new sheet and for a pen at its start, or after lifting the pen, asks for both at once. */
export function allPauses(
  { pauses, newSheet }: Pick<StoredJob, 'pauses' | 'newSheet'>,
  commands: Pick<JobCommands, 'find'>,
): Pause[] {
  if (newSheet !== true) return pauses;
  const [first, ...others] = pauses;
  const liftsPen = () => verbOf(commands.find(0) ?? '') === ours.liftPen;
  if (first === undefined || first.before > 1 || (first.before === 1 && !liftsPen()))
    return [{ before: 0, reason: sheetRequest() }, ...pauses];
  return [{ ...first, reason: sheetRequest(first.reason) }, ...others];
}

/**
 * Returns the request that is combined with the one for a new sheet, or an empty string if there is no other; undefined
 * for other pauses.
 */
export function requestedWithSheet(reason: string): string | undefined {
  const alone = sheetRequest();
  if (!reason.startsWith(alone)) return undefined;
  return reason.slice(alone.length).replace(/^\. /, '');
}

function sheetRequest(request?: string): string {
  const cause: JobReason = { code: 'new-sheet', ...(request !== undefined && { request }) };
  return describeReason(cause);
}
