import type { Clock } from './clock.ts';

export interface Deadline {
  clock: Clock;
  timeoutMs: number;
  /** Ends the wait early. */
  signal?: AbortSignal | undefined;
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** Stops waiting on timeout or abort, even if `work` ignores its signal. Leaves no timer or listener. */
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
