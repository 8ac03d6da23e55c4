/** What was there before each change, newest last. Changes of the same kind in quick succession are one. */
export class Undo<T> {
  readonly #before: T[] = [];
  #last: { kind: string; atMs: number } | undefined;

  get depth(): number {
    return this.#before.length;
  }

  note(before: T, kind: string, nowMs: number): void {
    const isMoreOfIt = this.#last?.kind === kind && nowMs - this.#last.atMs < sameWithinMs;
    this.#last = { kind, atMs: nowMs };
    if (isMoreOfIt) return;
    this.#before.push(before);
    if (this.#before.length > mostSteps) this.#before.shift();
  }

  back(): T | undefined {
    this.#last = undefined;
    return this.#before.pop();
  }

  forget(): void {
    this.#before.length = 0;
    this.#last = undefined;
  }
}

const sameWithinMs = 700;
const mostSteps = 200;
