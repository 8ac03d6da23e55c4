import { signal } from '@preact/signals';
import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { plotter } from '../../client.ts';
import { note } from './log.ts';

const texts = plotterTexts.console;

/** What was written while the machine is busy with the command before, in order. */
export const waiting = signal<readonly string[]>([]);
let isSending = false;

/**
 * One request at a time, and what is written meanwhile waits here: a browser has few connections to one place, over all
 * of its tabs, and stopping needs one of them.
 */
export async function sendInTurn(line: string): Promise<void> {
  waiting.value = [...waiting.peek(), line];
  if (isSending) return;
  isSending = true;
  for (let [next, ...rest] = waiting.peek(); next !== undefined; [next, ...rest] = waiting.peek()) {
    waiting.value = rest;
    try {
      // The reply comes by the event stream, as do those that others caused.
      await plotter.send(next);
    } catch (error) {
      note({ kind: 'failed', text: texts.failed(explain(error)), ofJob: false });
      dropWaiting();
    }
  }
  isSending = false;
}

/** What follows on something that did not happen, or on a stop, is not meant any more. */
export function dropWaiting(): void {
  const lines = waiting.peek();
  waiting.value = [];
  if (lines.length > 0) note({ kind: 'failed', text: texts.notSent(lines), ofJob: false });
}
