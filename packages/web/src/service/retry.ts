/** Delays between attempts to read something: short at first, then longer. */
export const firstRetryMs = 2_000;
const maxRetryMs = 30_000;

export const nextRetryMs = (retryMs: number) => Math.min(2 * retryMs, maxRetryMs);
