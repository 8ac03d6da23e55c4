import { PassThrough } from 'node:stream';
import { runWords } from '../../src/command-line/run-words.ts';
import { program } from '../../src/program.ts';

export interface InProcess {
  stdout: string;
  stderr: string;
  readonly stdin: PassThrough;
  readonly ended: Promise<number>;
}

interface Given {
  env?: Record<string, string>;
  signal?: AbortSignal;
  input?: string | Buffer;
}

/** Runs a command line in this process: fast, with its own streams and without a terminal. */
export function startInProcess(words: readonly string[], { env = {}, signal }: Given = {}): InProcess {
  const said = { stdout: '', stderr: '' };
  const stdin = new PassThrough();
  const stdout = new PassThrough().on('data', (text) => (said.stdout += text));
  const stderr = new PassThrough().on('data', (text) => (said.stderr += text));
  const ended = runWords(program, words, {
    streams: { stdin, stdout, stderr },
    env: { HOME: '/nowhere', ...env },
    stopSignal: () => signal ?? new AbortController().signal,
  });
  return Object.assign(said, { stdin, ended });
}

export async function inProcess(words: readonly string[], given: Given = {}) {
  const run = startInProcess(words, given);
  run.stdin.end(given.input ?? '');
  const code = await run.ended;
  return { code, stdout: run.stdout, stderr: run.stderr };
}

/** Returns the parsed JSON output of a command that must succeed. */
export async function jsonInProcess<T>(words: readonly string[], given: Given = {}): Promise<T> {
  const { code, stdout, stderr } = await inProcess([...words, '--json'], given);
  if (code !== 0) throw new Error(`${words.join(' ')} exited with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}
