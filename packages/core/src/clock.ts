/** Time as a part that can be swapped: tests move it themselves and never sleep. */
export interface Clock {
  /** Milliseconds on a clock that never goes backwards; only differences mean anything. */
  nowMs(): number;
  /** Calls `run` once, `delayMs` from now, unless the returned function is called first. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs`; rejects with the signal's reason when it is aborted first. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

/** The outcome of `work`, or a `DeadlineError` saying `what` if it takes longer than `timeoutMs`. */
export function withDeadline<T>(clock: Clock, timeoutMs: number, what: string, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(timeoutMs, () =>
      reject(new DeadlineError(`${what} took longer than ${timeoutMs} ms`)),
    );
    work.then(resolve, reject).finally(cancel);
  });
}
