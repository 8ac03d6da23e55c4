import type { Clock } from '@stationery/core';

/** Callers waiting for the end of a job. */
export class JobWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Map<number, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the job is over, on timeout or abort. */
  async wait(id: number, { signal, waitMs }: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    if (signal.aborted) return;
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters);
    await new Promise<void>((resolve) => {
      const cancelTimer = waitMs === undefined ? undefined : this.#clock.after(waitMs, () => end());
      const end = () => {
        cancelTimer?.();
        waiters.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      waiters.add(end);
      signal.addEventListener('abort', end);
    });
    if (waiters.size === 0 && this.#waiters.get(id) === waiters) this.#waiters.delete(id);
  }

  over(id: number): void {
    for (const end of [...(this.#waiters.get(id) ?? [])]) end();
  }
}
