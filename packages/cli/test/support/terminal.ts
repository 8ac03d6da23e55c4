import pty from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { clientEnv, program } from './client.ts';

export interface Terminal {
  /** Everything that was written to the screen, steering included. */
  readonly screen: string;
  type(text: string): void;
  readonly ended: Promise<number>;
}

/** The program at a real terminal. */
export function clientAtTerminal(args: readonly string[], env: Record<string, string> = {}): Terminal {
  const child = pty.spawn(process.execPath, [program, ...args], {
    cols: 100,
    rows: 30,
    env: clientEnv({ TERM: 'xterm', ...env }),
  });
  const terminal = { screen: '', type: (text: string) => child.write(text) };
  child.onData((text) => (terminal.screen += text));
  let isOver = false;
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      isOver = true;
      resolve(exitCode);
    });
  });
  onTestFinished(() => {
    if (!isOver) child.kill('SIGKILL');
  });
  return Object.assign(terminal, { ended });
}
