import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';

/**
 * Replaces the shell by the program, so that signals and exit codes are its own. A second shell waits on a
 * pipe: a line means that the program has ended, the end of the pipe that the parent has ended.
 */
const script = `(trap '' HUP INT TERM; read -r line || kill -TERM $$) <&3 3<&- >/dev/null 2>&1 &
exec "$@" 3<&-`;

/**
 * Starts a program that ends with this process, even if this process is killed. Ctrl+C does not reach it, so
 * that this process can stop it last.
 */
export function spawnDependent(
  program: string,
  args: readonly string[],
  { env = process.env, stderr = 'pipe' }: { env?: NodeJS.ProcessEnv; stderr?: 'pipe' | 'inherit' } = {},
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', stderr, 'pipe'],
    detached: true,
  });
  // Undefined if the shell did not start.
  const pipe = child.stdio[3] as (Duplex & { unref(): void }) | null | undefined;
  pipe?.on('error', () => undefined);
  pipe?.unref();
  // Tells the watching shell that the program has ended, so that it does not kill a process that reuses the id.
  child.once('exit', () => pipe?.end('\n'));
  return child;
}
