import type { JobReason, RequestedPen } from '@stationery/contract';
import { penRequest } from '@stationery/drawing';
import type { Pen } from '../../store/job.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import { requestedWithSheet } from '../record/new-sheet.ts';

/** Returns the requested pen; undefined for requests of clients, which the planner did not write. */
export function requestedPen(
  reason: string,
  pens: readonly Pen[],
  verb?: 'Put in' | 'Refill',
): RequestedPen | undefined {
  const count = pens.length;
  const index = pens.findIndex((pen, at) => penRequest({ pen, index: at, count }, verb) === reason);
  const pen = pens[index];
  return pen && { number: index + 1, count, name: pen.name, colour: pen.colour };
}

export function pauseCause(
  reason: string | undefined,
  { pens, newSheet }: Pick<StoredJob, 'pens' | 'newSheet'>,
): { cause?: Extract<JobReason, { code: 'pen-change' | 'pen-refill' | 'new-sheet' }> } {
  if (reason === undefined) return {};
  const request = newSheet === true ? requestedWithSheet(reason) : undefined;
  const pen = requestedPen(request ?? reason, pens);
  if (request === undefined && pen !== undefined) return { cause: { code: 'pen-change', ...pen } };
  const refilled = requestedPen(reason, pens, 'Refill');
  if (refilled !== undefined) return { cause: { code: 'pen-refill', ...refilled } };
  if (request === undefined) return {};
  return { cause: { code: 'new-sheet', ...(pen ? { pen } : request !== '' && { request }) } };
}
