/** A replaceable clock: tests advance it instead of sleeping. */
export interface Clock {
  /** Monotonic time; only differences are meaningful. */
  nowMs(): number;
  after(delayMs: number, run: () => void): () => void;
  /** Repeats `run` until the returned function is called. Does not keep the process alive. */
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

/** A timer this late fired after the process or its machine was frozen. */
const lateMs = 200;
const moreMs = 100;

/**
 * A clock for replies with a time limit. After a freeze, Node fires timers before it reads data that has
 * arrived. Late timers therefore wait a moment longer, so that a reply that has arrived is not treated as
 * missing.
 */
export function patientClock(clock: Clock): Clock {
  return {
    nowMs: () => clock.nowMs(),
    after(delayMs, run) {
      const dueMs = clock.nowMs() + delayMs;
      let cancel = clock.after(delayMs, () => {
        if (clock.nowMs() - dueMs < lateMs) run();
        else cancel = clock.after(moreMs, run);
      });
      return () => cancel();
    },
    every: (periodMs, run) => clock.every(periodMs, run),
  };
}

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
