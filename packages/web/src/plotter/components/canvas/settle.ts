const settleMs = 150;

/** Something to be done once nobody has asked for anything else for a moment, and a frame was free since. */
export class Settle {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;

  /** Instead of what was to be done before. */
  later(run: () => void): void {
    this.cancel();
    // On a busy machine the time is over before the hand's next move was heard of; by the next frame it has been.
    this.#timer = setTimeout(() => {
      this.#frame = requestAnimationFrame(run);
    }, settleMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
  }
}
