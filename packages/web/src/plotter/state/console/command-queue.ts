import { signal } from '@preact/signals';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotter } from '../../client.ts';
import { consoleLog } from './log.ts';

const texts = plotterTexts.console;

/**
 * Commands from the console, sent one at a time; the others wait here. A browser has few connections to one host, over
 * all of its tabs, and Stop needs one of them.
 */
class CommandQueue {
  readonly waiting = signal<readonly string[]>([]);
  #isSending = false;

  async send(line: string): Promise<void> {
    this.waiting.value = [...this.waiting.peek(), line];
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#takeNext(); next !== undefined; next = this.#takeNext()) {
      try {
        // The reply comes by the event stream, like the replies to everybody else's commands.
        await plotter.send(next);
      } catch (error) {
        consoleLog.add({ kind: 'failed', text: texts.failed(explain(error)), ofJob: false });
        this.drop();
      }
    }
    this.#isSending = false;
  }

  /** After a failure or a stop, the commands that were to follow must not run. */
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
