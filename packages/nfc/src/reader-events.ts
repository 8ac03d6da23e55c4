import type { Logger } from '@stationery/core';
import type { ReaderEvent, ReaderState } from './reader.ts';

/** The state of a reader and its listeners: what every reader has in common. */
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

  /** A state that says nothing new is not an event: a reader that keeps failing says so once. */
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
        // A listener's mistake is not the reader's failure, and must not look like one to the driver.
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
