import { createInterface } from 'node:readline';
import { messageOf } from '@stationery/core';
import type { Output } from '../terminal/output.ts';

/** Runs a console command; the reply is one line. */
export type RunConsoleCommand = (words: string[]) => Promise<string>;

/**
 * Runs lines of standard input as commands, one after another, until `quit` or the signal. The device keeps
 * running at the end of the input, because it may run in the background or behind a pipe.
 */
export function runConsole(run: RunConsoleCommand, out: Output, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: out.streams.stdin, terminal: false });
    const stop = () => {
      signal.removeEventListener('abort', stop);
      lines.close();
      resolve();
    };
    const reply = (text: string) => out.event({ reply: text }, () => out.line(text));
    const runLine = async (line: string): Promise<void> => {
      const words = line.split(/\s+/).filter((word) => word !== '');
      if (words.length === 0 || signal.aborted) return;
      if (words[0] === 'quit') {
        reply('Stopped.');
        stop();
        return;
      }
      reply(await run(words).catch(messageOf));
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    let running = Promise.resolve();
    lines.on('line', (line) => {
      running = running.then(() => runLine(line)).catch(reject);
    });
  });
}
