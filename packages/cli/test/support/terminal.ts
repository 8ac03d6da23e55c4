import { readFileSync } from 'node:fs';
import pty from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { clientEnv, program } from './client.ts';

export interface Terminal {
  /** The output so far, including control sequences. */
  screen: string;
  type(text: string): void;
  pid(): number;
  readonly ended: Promise<number>;
}

/** Delimit the exit code after the output of the program. */
const [before, after] = ['\u001b]ended ', '\u0007'];
/**
 * Keeps the shell open after the program, because node-pty drops output that is unread 200 ms after the end.
 * The trap leaves Ctrl+C to the program.
 */
const stayOpen = `trap : INT; "$0" "$@"; printf '${before}%d${after}' $?; read -r _`;

export function clientAtTerminal(args: readonly string[], env: Record<string, string> = {}): Terminal {
  const child = pty.spawn('/bin/sh', ['-c', stayOpen, process.execPath, program, ...args], {
    cols: 100,
    rows: 30,
    env: clientEnv({ TERM: 'xterm', ...env }),
  });
  const pid = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
  const terminal = { screen: '', type: (text: string) => child.write(text), pid };
  const ended = new Promise<number>((resolve) => {
    const reading = child.onData((text) => {
      terminal.screen += text;
      const at = terminal.screen.indexOf(before);
      if (at === -1 || !terminal.screen.endsWith(after)) return;
      reading.dispose();
      const code = Number(terminal.screen.slice(at + before.length, -after.length));
      terminal.screen = terminal.screen.slice(0, at);
      resolve(code);
    });
  });
  onTestFinished(() => child.kill('SIGKILL'));
  return Object.assign(terminal, { ended });
}
