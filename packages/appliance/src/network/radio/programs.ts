import { readdirSync, readFileSync } from 'node:fs';
import { type Outcome, runProgram } from '../../run-program.ts';

export type ProgramOutput = Pick<Outcome, 'status' | 'stdout' | 'stderr'>;

/** The parts of the machine that the checks use. Tests replace them. */
export interface Machine {
  run(program: string, ...args: string[]): Promise<ProgramOutput>;
  read(path: string): string | undefined;
  /** Command lines, words separated by spaces. */
  processes(): string[];
}

const answerWithinMs = 10_000;

export const thisMachine: Machine = {
  run: (...words) => runProgram(words, answerWithinMs),
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
