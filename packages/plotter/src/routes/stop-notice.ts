import type { StopResult } from '../jobs/stop-machine.ts';

/** Additional information as a header field, because the answer has no body for it. */
export function stopNotice({ notice }: StopResult): Record<string, string> {
  return notice === undefined ? {} : { 'stop-notice': notice };
}
