/** Time as a part that can be swapped: tests move it themselves and never sleep. */
export interface Clock {
  /** Milliseconds on a clock that never goes backwards; only differences mean anything. */
  nowMs(): number;
  /** Calls `run` once, `delayMs` from now, unless the returned function is called first. */
  after(delayMs: number, run: () => void): () => void;
  /** Calls `run` each time `periodMs` have passed, until the returned function is called. Keeps no process alive. */
  every(periodMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs).unref();
    return () => clearInterval(timer);
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
