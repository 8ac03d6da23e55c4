/** Whether the machine can be sent commands, and whether work that takes its time still counts. */
export class Readiness {
  #isReady = false;
  /** Counts openings, losses and restarts: what was begun under an older number is void. */
  #epoch = 0;

  /** The machine was asked who it is, and can be spoken to. */
  get isReady(): boolean {
    return this.#isReady;
  }

  ready(): void {
    this.#isReady = true;
  }

  /** Nothing is sent until it is ready again. Gives whether something else has happened since. */
  pause(): () => boolean {
    this.#isReady = false;
    return this.watch();
  }

  /** The same, and whatever was begun before is void. */
  interrupt(): () => boolean {
    this.outdate();
    return this.pause();
  }

  /** Whatever was begun before is void. */
  outdate(): void {
    this.#epoch++;
  }

  /** Gives whether something else has happened since. */
  watch(): () => boolean {
    const epoch = this.#epoch;
    return () => epoch !== this.#epoch;
  }
}
