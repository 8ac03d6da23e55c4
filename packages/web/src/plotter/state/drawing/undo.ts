/** Changes of the same kind in quick succession count as one step. */
export class UndoHistory<T> {
  readonly #before: T[] = [];
  /** The next state to redo is last. */
  readonly #after: T[] = [];
  #last: { kind: string; atMs: number } | undefined;

  get counts(): { undo: number; redo: number } {
    return { undo: this.#before.length, redo: this.#after.length };
  }

  record(before: T, kind: string, nowMs: number): void {
    const isSameStep = this.#last?.kind === kind && nowMs - this.#last.atMs < sameStepMs;
    this.#last = { kind, atMs: nowMs };
    this.#after.length = 0;
    if (isSameStep) return;
    this.#before.push(before);
    if (this.#before.length > maxSteps) this.#before.shift();
  }

  undo(now: T): T | undefined {
    return this.#move(this.#before, this.#after, now);
  }

  redo(now: T): T | undefined {
    return this.#move(this.#after, this.#before, now);
  }

  #move(from: T[], to: T[], now: T): T | undefined {
    this.#last = undefined;
    const state = from.pop();
    if (state !== undefined) to.push(now);
    return state;
  }
}

const sameStepMs = 700;
const maxSteps = 200;
