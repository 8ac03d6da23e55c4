import { describeReason, type JobReason } from '@stationery/contract';
import type { JobState, Pause } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { JobStore } from './job-store.ts';

/** Jobs in these states have drawn on the sheet that is on the bed, or will. */
const unfinished: readonly JobState['state'][] = [
  ...(['queued', 'held', 'running', 'pausing', 'paused', 'cancelling', 'interrupted'] as const),
];
/** Before this command, a job only lifts the pen. */
const firstMove = 1;

/** Returns whether a new job asks for a sheet if its client did not specify it. Null: decided when the job starts. */
export function defaultNewSheet(
  { stepsPerMm }: Pick<StoredJob, 'stepsPerMm'>,
  jobs: Pick<JobStore, 'idsIn'>,
): boolean | null {
  return stepsPerMm !== null && jobs.idsIn(...unfinished).length > 0 ? true : null;
}

/** Returns the pauses of a job, including the one for a new sheet. If it starts by asking for a pen, it asks for both at once. */
export function allPauses({ pauses, newSheet }: Pick<StoredJob, 'pauses' | 'newSheet'>): Pause[] {
  if (newSheet !== true) return pauses;
  const [first, ...others] = pauses;
  if (first === undefined || first.before > firstMove)
    return [{ before: 0, reason: sheetRequest() }, ...pauses];
  return [{ ...first, reason: sheetRequest(first.reason) }, ...others];
}

/** Returns the request that is combined with a new sheet, empty if there is no other; undefined for other pauses. */
export function requestedWithSheet(reason: string): string | undefined {
  const alone = sheetRequest();
  if (!reason.startsWith(alone)) return undefined;
  return reason.slice(alone.length).replace(/^\. /, '');
}

function sheetRequest(request?: string): string {
  const cause: JobReason = { code: 'new-sheet', ...(request !== undefined && { request }) };
  return describeReason(cause);
}
