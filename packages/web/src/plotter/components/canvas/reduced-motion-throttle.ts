/** Each step repaints everything, which is slow on a phone without a fast GPU. */
const stillEveryMs = 100;

/** Paints the changes of a running job in steps, the first at once. */
export class ReducedMotionThrottle {
  #paintedMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  painted(nowMs: number): void {
    this.#paintedMs = nowMs;
    this.cancel();
  }

  /** Calls `run` when the next step is due, unless a step is already scheduled. */
  whenDue(nowMs: number, run: () => void): void {
    const waitMs = this.#paintedMs + stillEveryMs - nowMs;
    if (waitMs <= 0) run();
    else this.#timer ??= setTimeout(run, waitMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
