/** Measures the speed over the last few seconds, which keeps the number steady. */
export class SpeedMeter {
  #notes: { atMs: number; bytes: number }[] = [];
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Returns the speed in bytes per second. */
  note(bytes: number): number {
    const atMs = this.#now();
    this.#notes.push({ atMs, bytes });
    while (this.#notes.length > 2 && atMs - this.#notes[0]!.atMs > windowMs) this.#notes.shift();
    const [first] = this.#notes;
    const seconds = (atMs - first!.atMs) / 1000;
    return seconds <= 0 ? 0 : (bytes - first!.bytes) / seconds;
  }
}

const windowMs = 3000;
