const settleMs = 150;

/** Paints in the frame after a short time without new requests. */
export class DelayedPaint {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  schedule(run: () => void): void {
    this.cancel();
    // The timer alone is not enough: on a busy machine, it fires before the next pointer move is handled.
    this.#timer = setTimeout(() => {
      this.#frame = requestAnimationFrame(run);
    }, settleMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
