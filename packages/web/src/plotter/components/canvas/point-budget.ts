const minPoints = 1000;
const maxPoints = 64_000;
const smoothMs = 24;
const lateMs = 40;
/** A longer time between frames is a pause, not caused by painting. */
const pausedMs = 1000;

/** Adapts the points per frame to the time between frames, because canvas calls return before pixels are painted. */
export class PointBudget {
  #points = 8000;
  #lastMs: number | undefined;

  /** Ignores the time since the last frame. */
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
