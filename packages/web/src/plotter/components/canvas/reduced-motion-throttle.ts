/** Ten steps a second are easy to follow; each repaints everything, which is slow on a phone without a fast GPU. */
const stillEveryMs = 100;

/** Reduced motion: paints the changes of a running job in steps, the first at once. */
export class ReducedMotionThrottle {
  #paintedMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  painted(nowMs: number): void {
    this.#paintedMs = nowMs;
    this.cancel();
  }

  /** Runs `run` when the next step is due: at once, or once later. */
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
