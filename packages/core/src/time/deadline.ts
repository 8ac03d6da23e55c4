import type { Clock } from './clock.ts';

export interface Deadline {
  clock: Clock;
  timeoutMs: number;
  /** Ends the waiting early, with its reason. */
  signal?: AbortSignal | undefined;
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * The outcome of `work`, or a `DeadlineError` saying `what` if it takes longer than `timeoutMs`. Whatever ends the
 * waiting also aborts the signal that `work` is given; work that pays no attention to it is waited for no longer.
 * Leaves no alarm and no listener behind.
 */
export function withDeadline<T>(
  what: string,
  { clock, timeoutMs, signal }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const enough = new AbortController();
    const settled = () => {
      cancel();
      signal?.removeEventListener('abort', onAbort);
    };
    const giveUp = (error: unknown) => {
      settled();
      reject(error);
      enough.abort(error);
    };
    const onAbort = () => giveUp(signal?.reason);
    const cancel = clock.after(timeoutMs, () =>
      giveUp(new DeadlineError(`${what} took longer than ${timeoutMs} ms`)),
    );
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) {
      onAbort();
      return;
    }
    // Work that throws before it gives a promise has failed like any other.
    const started = new Promise<T>((begun) => begun(work(enough.signal)));
    started.finally(settled).then(resolve, reject);
  });
}
