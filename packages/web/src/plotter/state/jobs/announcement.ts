import type { Job } from '@stationery/client';

export type Announced = 'held' | 'queued' | 'starts';

/** The first request of a job, and the command before which it asks. */
export interface FirstRequest {
  for: 'pen' | 'sheet';
  before: number;
}

export function firstRequest(
  { newSheet }: Pick<Job, 'newSheet'>,
  [first]: readonly { before: number }[] = [],
): FirstRequest | undefined {
  // `first` may be the first pen, which is requested before the second command.
  return newSheet ? { for: 'sheet', before: 1 } : first && { for: 'pen', before: first.before };
}

/** Returns whether the job waits as announced or has not passed its first request. */
export function isAsAnnounced(
  { state }: Pick<Job, 'state'>,
  said: Announced,
  request?: FirstRequest,
): boolean {
  if (said !== 'starts') return state.state === said;
  if (!('next' in state)) return state.state === 'queued';
  return request === undefined ? state.state === 'running' : state.next <= request.before;
}
