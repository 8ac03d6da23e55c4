import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Resolves when the process has ended. */
export async function endProcess(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
