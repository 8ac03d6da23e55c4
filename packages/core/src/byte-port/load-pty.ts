import type { ReadStream } from 'node:tty';
import { messageOf } from '../errors.ts';

/** The result of node-pty's `open()`, which its declarations omit. */
interface BarePty {
  readonly master: ReadStream;
  readonly slave: ReadStream;
  readonly ptsName: string;
}

/** Loads the native addon on demand, because no other module needs it. */
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
