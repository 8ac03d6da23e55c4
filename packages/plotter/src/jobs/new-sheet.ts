import { describeReason, type JobReason } from '@stationery/contract';
import type { JobState, Pause } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { JobStore } from './job-store.ts';

/** Jobs in these states have drawn on the sheet that is on the bed, or will. */
const unfinished: readonly JobState['state'][] = [
  ...(['queued', 'held', 'running', 'pausing', 'paused', 'cancelling', 'interrupted'] as const),
];
/** Before this command, a job does no more than lift the pen. */
const firstMove = 1;

/** Whether a new job asks for a sheet where its client did not say. Null: that is decided when it starts. */
export function defaultNewSheet(
  { stepsPerMm }: Pick<StoredJob, 'stepsPerMm'>,
  jobs: Pick<JobStore, 'idsIn'>,
): boolean | null {
  return stepsPerMm !== null && jobs.idsIn(...unfinished).length > 0 ? true : null;
}

/** The pauses of a job, with that for a new sheet. A job that starts by asking for a pen asks for both at once. */
export function allPauses({ pauses, newSheet }: Pick<StoredJob, 'pauses' | 'newSheet'>): Pause[] {
  if (newSheet !== true) return pauses;
  const [first, ...others] = pauses;
  if (first === undefined || first.before > firstMove)
    return [{ before: 0, reason: sheetRequest() }, ...pauses];
  return [{ ...first, reason: sheetRequest(first.reason) }, ...others];
}

/** What else is asked for together with a new sheet, empty where nothing is. Undefined for any other pause. */
export function requestedWithSheet(reason: string): string | undefined {
  const alone = sheetRequest();
  if (!reason.startsWith(alone)) return undefined;
  return reason.slice(alone.length).replace(/^\. /, '');
}

function sheetRequest(request?: string): string {
  const cause: JobReason = { code: 'new-sheet', ...(request !== undefined && { request }) };
  return describeReason(cause);
}
