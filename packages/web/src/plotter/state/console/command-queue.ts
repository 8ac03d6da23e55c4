import { signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotter } from '../../client.ts';
import { explainError } from '../describe-reason.ts';
import { consoleLog } from './log.ts';

const texts = plotterTexts.console;

/** Sends one command at a time, because a browser has few connections per host and Stop needs one of them. */
class CommandQueue {
  readonly waiting = signal<readonly string[]>([]);
  #isSending = false;

  async send(line: string): Promise<void> {
    this.waiting.value = [...this.waiting.peek(), line];
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      try {
        // The reply arrives in the event stream.
        await plotter.send(next);
      } catch (error) {
        consoleLog.add({ kind: 'failed', text: texts.failed(explainError(error)), ofJob: false });
        this.drop();
      }
    }
    this.#isSending = false;
  }

  /** Drops the waiting commands, which must not run after a failure or a stop. */
  drop(): void {
    const lines = this.waiting.peek();
    this.waiting.value = [];
    if (lines.length > 0) consoleLog.add({ kind: 'failed', text: texts.notSent(lines), ofJob: false });
  }

  #takeNext(): string | undefined {
    const [next, ...rest] = this.waiting.peek();
    this.waiting.value = rest;
    return next;
  }
}

export const commandQueue = new CommandQueue();
