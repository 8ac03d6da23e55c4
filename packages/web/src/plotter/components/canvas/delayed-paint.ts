const settleMs = 150;

/** Paints once nothing else was asked for in a short while and a frame has passed since. */
export class DelayedPaint {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  /** Replaces the scheduled paint. */
  schedule(run: () => void): void {
    this.cancel();
    // On a busy machine the time is over before the next pointer move is handled; by the next frame it was handled.
    this.#timer = setTimeout(() => {
      this.#frame = requestAnimationFrame(run);
    }, settleMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
