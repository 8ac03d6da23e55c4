import type { Clock } from '@stationery/core';

export interface Bounds {
  clock: Clock;
  timeoutMs: number;
  signal: AbortSignal;
}

/** The outcome of `work`, unless the time is up or the signal ends the waiting first. Leaves no alarm behind. */
export function bounded<T>(what: string, work: Promise<T>, { clock, timeoutMs, signal }: Bounds): Promise<T> {
  return new Promise((resolve, reject) => {
    const settled = () => {
      cancelAlarm();
      signal.removeEventListener('abort', onAbort);
    };
    const giveUp = (error: unknown) => {
      settled();
      reject(error);
    };
    const cancelAlarm = clock.after(timeoutMs, () =>
      giveUp(new Error(`${what} took longer than ${timeoutMs} ms`)),
    );
    const onAbort = () => giveUp(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then((outcome) => {
      settled();
      resolve(outcome);
    }, giveUp);
  });
}
