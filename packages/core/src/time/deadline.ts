import type { Clock } from './clock.ts';

export interface Deadline {
  clock: Clock;
  timeoutMs: number;
  /** Ends the wait early, with its reason. */
  signal?: AbortSignal | undefined;
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/**
 * Returns the outcome of `work`, or throws a `DeadlineError` with `what` after `timeoutMs`. On timeout or
 * abort, aborts the signal passed to `work` and stops waiting even if `work` ignores it. Leaves no timer and
 * no listener behind.
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
    // Turns a synchronous throw into a rejection.
    const started = new Promise<T>((begun) => begun(work(enough.signal)));
    started.finally(settled).then(resolve, reject);
  });
}
