import type { JobReason, RequestedPen } from '@stationery/contract';
import type { Status } from '../status.ts';

export const shownStates = [
  'idle',
  'plotting',
  'pausing',
  'paused',
  'cancelling',
  'needs_pen',
  'not_ready',
  'disconnected',
] as const;

export function shownState(status: Status) {
  const { job, link, queued } = status;
  const cause = job?.state.state === 'paused' ? job.state.cause : undefined;
  const pen = requestedPen(cause);
  const linkReason = 'reason' in link ? link : undefined;
  const jobReason = job !== null && 'reason' in job.state ? job.state : undefined;
  const why = linkReason ?? jobReason;
  return {
    state: wordFor(status, pen !== null),
    needs_pen: pen !== null,
    pen,
    progress: job === null ? 0 : Math.round(job.progress * 1000) / 10,
    remaining: job?.remainingMs == null ? null : Math.round(job.remainingMs / 1000),
    job: job && { id: job.id, name: job.name },
    queued,
    reason: why?.reason ?? null,
    code: why?.cause?.code ?? null,
  };
}

function requestedPen(cause: JobReason | undefined): RequestedPen | null {
  if (cause?.code === 'new-sheet') return cause.pen ?? null;
  if (cause?.code !== 'pen-change') return null;
  const { code: _, ...pen } = cause;
  return pen;
}

function wordFor({ link, job }: Status, needsPen: boolean): (typeof shownStates)[number] {
  if (link.state === 'closed' || link.state === 'opening' || link.state === 'waiting') return 'disconnected';
  if (job === null) return link.state === 'suspect' || link.state === 'settling' ? 'not_ready' : 'idle';
  if (needsPen) return 'needs_pen';
  const { state } = job.state;
  if (state === 'pausing' || state === 'paused' || state === 'cancelling') return state;
  return 'plotting';
}
