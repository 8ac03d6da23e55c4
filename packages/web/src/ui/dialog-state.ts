import { signal } from '@preact/signals';

/** Whether a dialog is open, and its subject. Any panel may open it; the page renders it once. */
export class DialogState<T = true> {
  readonly #subject = signal<T | undefined>(undefined);

  /** Undefined while the dialog is closed. */
  get value(): T | undefined {
    return this.#subject.value;
  }

  readonly open = (...[subject]: T extends true ? [] : [T]): void => {
    this.#subject.value = (subject ?? true) as T;
  };

  readonly close = (): void => {
    this.#subject.value = undefined;
  };
}
