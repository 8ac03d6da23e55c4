import type { ReadStream } from 'node:tty';
import { messageOf } from '../errors.ts';

/** What `open()` of node-pty gives; its own declarations leave it out. */
export interface BarePty {
  readonly master: ReadStream;
  readonly slave: ReadStream;
  readonly ptsName: string;
}

/** Loaded only when a pseudo-terminal is asked for: nothing else in the house needs the native module. */
export async function loadPty(): Promise<{ open(options: { encoding: null }): BarePty }> {
  try {
    const module: { default: unknown } = await import('@lydell/node-pty');
    return module.default as { open(options: { encoding: null }): BarePty };
  } catch (error) {
    throw new Error(
      'A virtual serial port needs the package @lydell/node-pty, which is not installed for this machine ' +
        `(${process.platform} ${process.arch}). Run “npm install --include=optional” and try again.`,
      { cause: messageOf(error) },
    );
  }
}
