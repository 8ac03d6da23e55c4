const minPoints = 1000;
const maxPoints = 64_000;
const smoothMs = 24;
const lateMs = 40;
/** A longer pause was not caused by painting. */
const pausedMs = 1000;

/**
 * How many points to paint in a frame. Calls to a canvas take little time at once and much when it is shown, so only
 * the time from frame to frame says whether it was too much.
 */
export class PointBudget {
  #points = 8000;
  #lastMs: number | undefined;

  /** Painting starts again: the time until now was not spent on it. */
  restart(): void {
    this.#lastMs = undefined;
  }

  next(nowMs: number): number {
    const tookMs = this.#lastMs === undefined ? 0 : nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (tookMs > lateMs && tookMs < pausedMs) this.#points = Math.max(minPoints, this.#points / 2);
    if (tookMs > 0 && tookMs < smoothMs) this.#points = Math.min(maxPoints, this.#points * 1.5);
    return Math.round(this.#points);
  }
}
