import type { Clock } from '@stationery/core';

/** Time after the last choice or file until the default language is used again. */
const keptMs = 180_000;

interface VisitorLanguageDeps {
  clock: Clock;
  /** Returns the languages, of which the first is the default. */
  languages: () => readonly string[];
  isPlaying: () => boolean;
  onChange: () => Promise<void>;
}

export class VisitorLanguage {
  readonly #deps: VisitorLanguageDeps;
  #chosen: string | undefined;
  #cancel = () => {};

  constructor(deps: VisitorLanguageDeps) {
    this.#deps = deps;
  }

  get current(): string | null {
    return this.#chosen ?? this.#deps.languages()[0] ?? null;
  }

  get next(): string | undefined {
    const languages = this.#deps.languages();
    return languages[languages.indexOf(this.current ?? '') + 1] ?? languages[0];
  }

  async choose(language: string | undefined): Promise<void> {
    this.#chosen = language;
    this.keep();
    await this.#deps.onChange();
  }

  /** Restarts the time after which the default language is used again. */
  keep(): void {
    this.close();
    if (this.#chosen === undefined) return;
    this.#cancel = this.#deps.clock.after(keptMs, () => {
      if (this.#deps.isPlaying()) return this.keep();
      this.#chosen = undefined;
      void this.#deps.onChange();
    });
  }

  close(): void {
    this.#cancel();
  }
}
