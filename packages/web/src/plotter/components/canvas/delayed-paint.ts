const settleMs = 150;

/** Paints after a short time without new requests, plus a frame. */
export class DelayedPaint {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  schedule(run: () => void): void {
    this.cancel();
    // On a busy machine, the timer fires before the next pointer move is handled.
    this.#timer = setTimeout(() => {
      this.#frame = requestAnimationFrame(run);
    }, settleMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
