import type { Stopped } from '../jobs/stop-machine.ts';

/** What is to be known besides the stop, as a header field: the answer itself has no room for it. */
export function stopNotice({ notice }: Stopped): Record<string, string> {
  return notice === undefined ? {} : { 'stop-notice': notice };
}
