import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatPercent } from '../../../ui/format.ts';
import { describeReason } from '../describe-reason.ts';
import { jobName } from '../format.ts';

/** Tab title and notifications, for users who look elsewhere. */

const tabTexts = plotterTexts.tab;
const texts = plotterTexts.notifications;

/** Returns what the plotter needs, or its progress, followed by its name. */
export function tabTitle(job: Job | undefined, interrupted: Job | undefined, name: string): string {
  const state = tabState(job, interrupted);
  return state === undefined ? name : `${state} · ${name}`;
}

function tabState(job: Job | undefined, interrupted: Job | undefined): string | undefined {
  const needed = job && needsPerson(job);
  if (needed !== undefined) return needed;
  if (job === undefined) return interrupted && tabTexts.interrupted;
  return job.state.state === 'cancelling' ? tabTexts.cancelling : formatPercent(job.progress);
}

/** Returns what the job needs from the user; undefined if nothing. */
function needsPerson({ state, pens }: Job): string | undefined {
  if (state.state !== 'paused') return undefined;
  if (state.reason === undefined) return tabTexts.paused;
  // A pen change comes right before the first command that is drawn with the new pen.
  const isForPen = pens.some(({ from }) => from > 0 && from === state.next);
  return isForPen ? tabTexts.needsPen : tabTexts.needsYou;
}

function noticeOf(job: Job): string | undefined {
  const name = jobName(job);
  const { state } = job.state;
  if (job.state.state === 'paused') return job.state.reason && texts.needs(name, describeReason(job.state));
  if (state === 'done') return texts.done(name);
  if (state === 'failed') return texts.failed(name);
  return state === 'interrupted' ? texts.interrupted(name) : undefined;
}

/** Returns notices only about jobs that were already known in a different state. */
export function newNotices(
  before: readonly Job[] | undefined,
  now: readonly Job[],
): { id: number; text: string }[] {
  const known = new Map(before?.map((job) => [job.id, noticeOf(job)] as const));
  return now.flatMap((job) => {
    const text = noticeOf(job);
    const isNew = text !== undefined && known.has(job.id) && known.get(job.id) !== text;
    return isNew ? [{ id: job.id, text }] : [];
  });
}
