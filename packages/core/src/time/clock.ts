/** A replaceable clock: tests advance it instead of sleeping. */
export interface Clock {
  /** Monotonic milliseconds; only differences are meaningful. */
  nowMs(): number;
  /** Calls `run` once after `delayMs`, unless the returned function is called first. */
  after(delayMs: number, run: () => void): () => void;
  /** Calls `run` every `periodMs` until the returned function is called. Does not keep the process alive. */
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

/** Resolves after `delayMs`; rejects with the signal's reason if aborted first. */
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
