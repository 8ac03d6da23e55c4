import type { Logger } from '@stationery/core';
import type { LinkEvent } from './link.ts';

/** The listeners of the link. An error in one of them does not affect the link. */
export class LinkListeners {
  readonly #listeners = new Set<(event: LinkEvent) => void>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Checked before an event is made: there are several for each command, and mostly no listener. */
  get any(): boolean {
    return this.#listeners.size > 0;
  }

  add(listener: (event: LinkEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    this.#listeners.clear();
  }

  tell(event: LinkEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener of the link failed');
      }
    }
  }
}
