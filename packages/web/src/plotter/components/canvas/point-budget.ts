const minPoints = 1000;
const maxPoints = 64_000;
const smoothMs = 24;
const lateMs = 40;
/** A longer pause was not caused by painting. */
const pausedMs = 1000;

/**
 * Number of points to paint per frame. Canvas calls take most of their time when shown, so only the time between
 * frames shows whether it was too much.
 */
export class PointBudget {
  #points = 8000;
  #lastMs: number | undefined;

  /** Painting resumes: the time since the last frame does not count. */
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
