import { type ExecFileException, execFile } from 'node:child_process';
import { constants } from 'node:os';

export interface Outcome {
  /**
   * Exit status: undefined if the program is missing or timed out, 128 or more if it crashed or its output was
   * too long.
   */
  status: number | undefined;
  /** Standard output followed by standard error. */
  said: string;
  stdout: string;
  stderr: string;
  isMissing: boolean;
}

const maxBytes = 16 * 1024 * 1024;

export type RunProgram = (words: readonly string[], withinMs?: number) => Promise<Omit<Outcome, 'stderr'>>;

/** Runs a program. Never rejects. */
export const runProgram = ([program = '', ...args]: readonly string[], withinMs = 60_000): Promise<Outcome> =>
  new Promise((resolve) => {
    // Add the sbin folders, where programs for root are and which may be missing in PATH.
    const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    execFile(
      program,
      args,
      { env, timeout: withinMs, killSignal: 'SIGKILL', maxBuffer: maxBytes },
      (error, stdout, stderr) =>
        resolve({
          status: statusOf(error),
          said: `${stdout}${stderr}`.trim(),
          stdout,
          stderr,
          isMissing: error?.code === 'ENOENT',
        }),
    );
  });

function statusOf(error: ExecFileException | null): number | undefined {
  if (error === null) return 0;
  const { code, signal, killed } = error;
  if (typeof code === 'number') return code;
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 128 + constants.signals.SIGTERM;
  return killed || !signal ? undefined : 128 + constants.signals[signal];
}
