import type { Status } from '../status.ts';

/** What a person wants to know first, in one word. */
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

/** The status as MQTT has it. */
export function shownState(status: Status) {
  const { job, link, queued } = status;
  const cause = job?.state.state === 'paused' ? job.state.cause : undefined;
  const { code: _, ...pen } = cause?.code === 'pen-change' ? cause : { code: null };
  const linkReason = 'reason' in link ? link : undefined;
  const jobReason = job !== null && 'reason' in job.state ? job.state : undefined;
  const why = linkReason ?? jobReason;
  return {
    state: wordFor(status, cause?.code === 'pen-change'),
    needs_pen: cause?.code === 'pen-change',
    pen: 'name' in pen ? pen : null,
    progress: job === null ? 0 : Math.round(job.progress * 1000) / 10,
    remaining: job?.remainingMs == null ? null : Math.round(job.remainingMs / 1000),
    job: job && { id: job.id, name: job.name },
    queued,
    reason: why?.reason ?? null,
    code: why?.cause?.code ?? null,
  };
}

function wordFor({ link, job }: Status, needsPen: boolean): (typeof shownStates)[number] {
  if (link.state === 'closed' || link.state === 'opening' || link.state === 'waiting') return 'disconnected';
  if (job === null) return link.state === 'suspect' || link.state === 'settling' ? 'not_ready' : 'idle';
  if (needsPen) return 'needs_pen';
  const { state } = job.state;
  if (state === 'pausing' || state === 'paused' || state === 'cancelling') return state;
  return 'plotting';
}
