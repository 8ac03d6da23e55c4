import type { Job } from '@stationery/client';

/** What is said about a job that was just created. */
export type Announced = 'held' | 'queued' | 'starts';

/** What a job asks for before it draws, and before which of its commands. */
export interface FirstRequest {
  for: 'pen' | 'sheet';
  before: number;
}

export function firstRequest(
  { newSheet }: Pick<Job, 'newSheet'>,
  [first]: readonly { before: number }[] = [],
): FirstRequest | undefined {
  // The request for a sheet may include the first pen, which is before the second command.
  return newSheet ? { for: 'sheet', before: 1 } : first && { for: 'pen', before: first.before };
}

/** Whether what was said about a job is still true: it waits as it did, or has not come further than what it asks for. */
export function isAsAnnounced(
  { state }: Pick<Job, 'state'>,
  said: Announced,
  request?: FirstRequest,
): boolean {
  if (said !== 'starts') return state.state === said;
  if (!('next' in state)) return state.state === 'queued';
  return request === undefined ? state.state === 'running' : state.next <= request.before;
}
