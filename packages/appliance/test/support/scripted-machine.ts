import type { Machine, ProgramOutput } from '../../src/network/radio/programs.ts';

export interface Script {
  /** Output of programs by command line; a number is an exit status. */
  readonly says: Record<string, string | number>;
  readonly files?: Record<string, string>;
  readonly processes?: readonly string[];
}

/**
 * Returns a machine that runs the script. Programs that the script lacks count as not installed. Records the commands.
 */
export function scriptedMachine(script: Script): Machine & { readonly ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    run(program, ...args): Promise<ProgramOutput> {
      const words = [program, ...args].join(' ');
      ran.push(words);
      const said = script.says[words];
      if (said === undefined) return Promise.resolve({ status: undefined, stdout: '', stderr: '' });
      if (typeof said === 'number') return Promise.resolve({ status: said, stdout: '', stderr: 'refused' });
      return Promise.resolve({ status: 0, stdout: said, stderr: '' });
    },
    read: (path) => script.files?.[path],
    processes: () => [...(script.processes ?? [])],
  };
}
