import { Backoff, type Clock, type Logger, messageOf, sleep } from '@stationery/core';

export interface RetryOptions {
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

/** Repeats `work` until it succeeds. Resolves to undefined if aborted. */
export async function keepTrying<T>(
  what: string,
  { clock, log, signal }: RetryOptions,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const pauses = new Backoff({ firstMs: 100, maxMs: 5_000 });
  let told = '';
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      const reason = messageOf(error);
      if (reason !== told) log.warn({ reason }, `${what} failed; retrying`);
      told = reason;
      await sleep(clock, pauses.nextMs(), signal).catch(() => undefined);
    }
  }
  return undefined;
}
