import { execFile } from 'node:child_process';

export interface Outcome {
  /** Undefined when the program is not there, or was ended because it took too long. */
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
      const code = error === null ? 0 : error.code;
      resolve({
        status: typeof code === 'number' ? code : undefined,
        said: `${stdout}${stderr}`.trim(),
        stdout,
        isMissing: code === 'ENOENT',
      });
    });
  });
