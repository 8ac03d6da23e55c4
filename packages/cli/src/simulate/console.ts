import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { messageOf } from '@stationery/core';

export interface CommandIo {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

/** Does what a line of words asks for, and says in one line what was done. */
export type Obey = (words: string[]) => Promise<string>;

/**
 * Obeys the lines of standard input, one after another, until `quit` or the signal. The end of the input is
 * not the end of the device: it may run in the background, or after a pipe.
 */
export function obeyUntilQuit(obey: Obey, io: CommandIo, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: io.stdin, terminal: false });
    const stop = () => {
      signal.removeEventListener('abort', stop);
      lines.close();
      resolve();
    };
    const take = async (line: string): Promise<void> => {
      const words = line.split(/\s+/).filter((word) => word !== '');
      if (words.length === 0 || signal.aborted) return;
      if (words[0] === 'quit') {
        io.stdout.write('Goodbye.\n');
        stop();
        return;
      }
      io.stdout.write(`${await obey(words).catch(messageOf)}\n`);
    };
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    let obeying = Promise.resolve();
    lines.on('line', (line) => {
      obeying = obeying.then(() => take(line)).catch(reject);
    });
  });
}
