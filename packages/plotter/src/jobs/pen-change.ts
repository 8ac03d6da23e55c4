import type { JobReason, RequestedPen } from '@stationery/contract';
import { penRequest } from '@stationery/drawing';
import type { Pen } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import { requestedWithSheet } from './new-sheet.ts';

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
  { pens, newSheet }: Pick<StoredJob, 'pens' | 'newSheet'>,
): { cause?: Extract<JobReason, { code: 'pen-change' | 'new-sheet' }> } {
  if (reason === undefined) return {};
  const request = newSheet === true ? requestedWithSheet(reason) : undefined;
  const pen = requestedPen(request ?? reason, pens);
  if (request === undefined) return pen === undefined ? {} : { cause: { code: 'pen-change', ...pen } };
  return { cause: { code: 'new-sheet', ...(pen ? { pen } : request !== '' && { request }) } };
}
