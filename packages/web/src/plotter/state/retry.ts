/** What could not be read is asked for again: soon at first, then less and less often. */
export const firstRetryMs = 2_000;
const lastRetryMs = 30_000;

export const nextRetryMs = (retryMs: number) => Math.min(2 * retryMs, lastRetryMs);
