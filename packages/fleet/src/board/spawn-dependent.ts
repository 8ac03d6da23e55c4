import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

/**
 * Starts the program in the place of the shell, so that signals and exit codes are its own. A second shell waits beside it: a
 * line says that the program is over, the end of the pipe that the process that started it is. It ignores what a
 * terminal sends to all of them.
 */
const script = `(trap '' HUP INT TERM; read -r line || kill -TERM $$) <&3 3<&- >/dev/null 2>&1 &
exec "$@" 3<&-`;

/** Starts a program that ends when this process does, also when this one is killed. */
export function spawnDependent(
  program: string,
  args: readonly string[],
  { env = process.env, stderr = 'pipe' }: { env?: NodeJS.ProcessEnv; stderr?: 'pipe' | 'inherit' } = {},
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', stderr, 'pipe'],
  });
  // Undefined where the shell did not start.
  const pipe = child.stdio[3] as (Duplex & { unref(): void }) | null | undefined;
  pipe?.on('error', () => undefined);
  pipe?.unref();
  // By then its number may belong to another process.
  child.once('exit', () => pipe?.end('\n'));
  return child;
}
