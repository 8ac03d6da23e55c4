import type { Job } from '@stationery/client';

export type Announced = 'held' | 'queued' | 'starts';

/** The command before which the job first asks. */
export interface FirstRequest {
  for: 'pen' | 'sheet';
  before: number;
}

export function firstRequest(
  { newSheet }: Pick<Job, 'newSheet'>,
  [first]: readonly { before: number }[] = [],
): FirstRequest | undefined {
  // May include the first pen, which is requested before the second command.
  return newSheet ? { for: 'sheet', before: 1 } : first && { for: 'pen', before: first.before };
}

/** The job waits as announced, or has not reached its request. */
export function isAsAnnounced(
  { state }: Pick<Job, 'state'>,
  said: Announced,
  request?: FirstRequest,
): boolean {
  if (said !== 'starts') return state.state === said;
  if (!('next' in state)) return state.state === 'queued';
  return request === undefined ? state.state === 'running' : state.next <= request.before;
}
