import type { Logger } from '@stationery/core';
import type { ReaderEvent, ReaderState } from './reader.ts';

export class ReaderEvents {
  readonly #log: Logger;
  readonly #listeners = new Set<(event: ReaderEvent) => void>();
  #state: ReaderState;
  #closed = false;

  constructor(log: Logger, state: ReaderState = { state: 'starting' }) {
    this.#log = log;
    this.#state = state;
  }

  get state(): ReaderState {
    return this.#state;
  }

  /**
   * Publishes a state. Ignores an unchanged state, so that a reader that keeps failing reports it only once.
   */
  changeState(state: ReaderState): void {
    if (this.#closed || saysTheSame(state, this.#state)) return;
    this.#state = state;
    this.publish({ type: 'state', state });
  }

  publish(event: ReaderEvent): void {
    if (this.#closed) return;
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        // An error of a listener must not look like a failure of the reader.
        this.#log.error({ err: error }, 'a listener of the NFC reader failed');
      }
    }
  }

  subscribe(listener: (event: ReaderEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
  }
}

function saysTheSame(a: ReaderState, b: ReaderState): boolean {
  if (a.state === 'failed' && b.state === 'failed') return a.reason === b.reason;
  if (a.state === 'ready' && b.state === 'ready') return a.device === b.device;
  return a.state === b.state;
}
