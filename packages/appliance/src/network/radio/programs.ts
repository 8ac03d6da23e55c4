import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProgramOutput {
  /** Undefined if the program is missing or timed out. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine as used by the checks: programs, files and processes. */
export interface Machine {
  run(program: string, ...args: string[]): Promise<ProgramOutput>;
  /** Undefined if it cannot be read. */
  read(path: string): string | undefined;
  /** Command lines of all processes, words separated by spaces. */
  processes(): string[];
}

const answerWithinMs = 10_000;

export const thisMachine: Machine = {
  run: (program, ...args) =>
    new Promise((resolve) => {
      // Programs for root are in sbin, which may be missing in PATH.
      const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
      execFile(program, args, { env, timeout: answerWithinMs }, (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        resolve({ status: typeof code === 'number' ? code : undefined, stdout, stderr });
      });
    }),
  read(path) {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return undefined;
    }
  },
  processes() {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => (thisMachine.read(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim())
      .filter((line) => line !== '');
  },
};
