/** What was there before each change, newest last. Changes of the same kind in quick succession are one. */
export class Undo<T> {
  readonly #before: T[] = [];
  /** What was taken back, what comes next last. */
  readonly #after: T[] = [];
  #last: { kind: string; atMs: number } | undefined;

  get depths(): { back: number; forward: number } {
    return { back: this.#before.length, forward: this.#after.length };
  }

  note(before: T, kind: string, nowMs: number): void {
    const isMoreOfIt = this.#last?.kind === kind && nowMs - this.#last.atMs < sameWithinMs;
    this.#last = { kind, atMs: nowMs };
    this.#after.length = 0;
    if (isMoreOfIt) return;
    this.#before.push(before);
    if (this.#before.length > mostSteps) this.#before.shift();
  }

  back(now: T): T | undefined {
    return this.#go(this.#before, this.#after, now);
  }

  forward(now: T): T | undefined {
    return this.#go(this.#after, this.#before, now);
  }

  #go(from: T[], to: T[], now: T): T | undefined {
    this.#last = undefined;
    const there = from.pop();
    if (there !== undefined) to.push(now);
    return there;
  }

  forget(): void {
    this.#before.length = 0;
    this.#after.length = 0;
    this.#last = undefined;
  }
}

const sameWithinMs = 700;
const mostSteps = 200;
