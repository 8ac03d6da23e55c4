const fewest = 1000;
const most = 64_000;
const smoothMs = 24;
const lateMs = 40;
/** A pause that long was none of ours. */
const pausedMs = 1000;

/**
 * How many points to paint in a frame. What a canvas is told costs little at once and much when it is shown, so that
 * only the time from frame to frame says whether it was too much.
 */
export class Pace {
  #points = 8000;
  #lastMs: number | undefined;

  /** Painting begins anew: the time until now was not spent on it. */
  begin(): void {
    this.#lastMs = undefined;
  }

  next(nowMs: number): number {
    const tookMs = this.#lastMs === undefined ? 0 : nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (tookMs > lateMs && tookMs < pausedMs) this.#points = Math.max(fewest, this.#points / 2);
    if (tookMs > 0 && tookMs < smoothMs) this.#points = Math.min(most, this.#points * 1.5);
    return Math.round(this.#points);
  }
}
