import { signal } from '@preact/signals';

/** Any panel may open the dialog; the page renders it once. */
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
