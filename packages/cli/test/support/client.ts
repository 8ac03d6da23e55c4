import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const program = fileURLToPath(new URL('../../bin/stationery.mjs', import.meta.url));

export interface ClientRun {
  readonly stdout: string;
  readonly stderr: string;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

interface RunOptions {
  env?: Record<string, string>;
  cwd?: string;
  input?: string | Buffer;
}

/** Environment of a client that does not find the user's own config file. */
export const clientEnv = (env: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: '/nowhere',
  STATIONERY_IS_BUILT: process.env.STATIONERY_IS_BUILT ?? 'no',
  ...env,
});

/** Runs the program in a process without a terminal. */
export function startClient(args: readonly string[], { env, cwd, input }: RunOptions = {}): ClientRun {
  const child = spawn(process.execPath, [program, ...args], { env: clientEnv(env), cwd });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  child.stdin.on('error', () => undefined).end(input ?? '');
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return Object.assign(said, { signal: (name: NodeJS.Signals) => void child.kill(name), ended });
}

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function client(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const run = startClient(args, options);
  const code = await run.ended;
  return { code, stdout: run.stdout, stderr: run.stderr };
}

/** Returns the parsed JSON output of a command that must succeed. */
export async function clientJson<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
  const { code, stdout, stderr } = await client([...args, '--json'], options);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
