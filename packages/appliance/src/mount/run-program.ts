import { type ExecFileException, execFile } from 'node:child_process';
import { constants } from 'node:os';

export interface Outcome {
  /**
   * Undefined when the program is not there, or was ended because it took too long. As a shell has it: 128 and more
   * when it crashed, or was ended because it said too much.
   */
  status: number | undefined;
  /** All that it said. */
  said: string;
  stdout: string;
  isMissing: boolean;
}

const mostBytes = 16 * 1024 * 1024;

export type RunProgram = (words: readonly string[], withinMs?: number) => Promise<Outcome>;

/** Runs a program of the system, for so long at most. */
export const runProgram: RunProgram = ([program = '', ...args], withinMs = 60_000) =>
  new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    execFile(program, args, { env, timeout: withinMs, maxBuffer: mostBytes }, (error, stdout, stderr) => {
      resolve({
        status: statusOf(error),
        said: `${stdout}${stderr}`.trim(),
        stdout,
        isMissing: error?.code === 'ENOENT',
      });
    });
  });

function statusOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0;
  const { code, signal, killed } = error;
  if (typeof code === 'number') return code;
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 128 + constants.signals.SIGTERM;
  return killed || !signal ? undefined : 128 + constants.signals[signal];
}
