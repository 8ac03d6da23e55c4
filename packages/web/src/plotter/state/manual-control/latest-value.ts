import { signal } from '@preact/signals';

/** Passes on at most one value per interval. A new value replaces the value that waits. */
export class LatestValue<T> {
  readonly isPassing = signal(false);
  readonly #use: (value: T) => Promise<boolean>;
  readonly #interval: () => Promise<void>;
  #next: { value: T } | undefined;
  #passing: Promise<void> | undefined;

  /** If `use` resolves to false, the waiting value is dropped. */
  constructor(use: (value: T) => Promise<boolean>, interval: () => Promise<void> = async () => undefined) {
    this.#use = use;
    this.#interval = interval;
  }

  set(value: T): void {
    this.#next = { value };
    this.#passing ??= this.#pass();
  }

  /** Resolves when the current value is done. */
  async end(): Promise<void> {
    this.#next = undefined;
    await this.#passing;
  }

  async #pass(): Promise<void> {
    this.isPassing.value = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      const [goesOn] = await Promise.all([this.#use(next.value), this.#interval()]);
      if (!goesOn) this.#next = undefined;
    }
    this.#passing = undefined;
    this.isPassing.value = false;
  }

  #takeNext(): { value: T } | undefined {
    const next = this.#next;
    this.#next = undefined;
    return next;
  }
}
