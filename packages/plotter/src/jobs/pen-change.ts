import type { JobReason, RequestedPen } from '@stationery/contract';
import { penRequest } from '@stationery/drawing';
import type { Pen } from '../store/job.ts';

/**
 * The pen that a planned pause asks for. It is found by the text that every plan has, so that jobs of older clients
 * have it too; a client that asks in words of its own keeps them.
 */
export function requestedPen(reason: string, pens: readonly Pen[]): RequestedPen | undefined {
  const count = pens.length;
  const index = pens.findIndex((pen, at) => penRequest({ pen, index: at, count }) === reason);
  const pen = pens[index];
  return pen && { number: index + 1, count, name: pen.name, colour: pen.colour };
}

/** The member of a paused state that says as data what the job waits for. */
export function pauseCause(
  reason: string | undefined,
  pens: readonly Pen[],
): { cause?: Extract<JobReason, { code: 'pen-change' }> } {
  const pen = reason === undefined ? undefined : requestedPen(reason, pens);
  return pen === undefined ? {} : { cause: { code: 'pen-change', ...pen } };
}
