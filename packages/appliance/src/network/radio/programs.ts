import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProgramOutput {
  /** Undefined when the program is not there, or gave no answer in time. */
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine as the checks see it: its programs, its files, its processes. */
export interface Machine {
  run(program: string, ...args: string[]): Promise<ProgramOutput>;
  /** Undefined when it cannot be read. */
  read(path: string): string | undefined;
  /** The command lines of everything that runs, words parted by spaces. */
  processes(): string[];
}

const answerWithinMs = 10_000;

export const thisMachine: Machine = {
  run: (program, ...args) =>
    new Promise((resolve) => {
      // Root's programs are in sbin, which is not on everyone's path.
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
