import { type CommandGroup, defineCommand } from '../command-line/command.ts';
import { exitCodes, UsageError } from '../terminal/exit-codes.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { placesOf } from './places.ts';
import { zshScript } from './zsh.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completion = defineCommand({
  summary: 'Set up completion for bash, zsh and fish',
  arguments: '<bash|zsh|fish>',
  count: [1, 1],
  completes: [shells],
  about: `Prints a script that completes commands, options, file names, paper sizes and, from a running service, the files on the card,
tags and jobs.`,
  examples: [
    'stationery completion bash > ~/.local/share/bash-completion/completions/stationery',
    'stationery completion zsh > ~/.zfunc/_stationery',
    'stationery completion fish > ~/.config/fish/completions/stationery.fish',
  ],
  async run({ args: [name = ''], out, program }) {
    const shell = shells.find((each) => each === name);
    if (shell === undefined) throw new UsageError(`the shell must be bash, zsh or fish, not “${name}”`);
    const script = (await completionScripts(program))[shell];
    out.result({ shell, script }, () => out.line(script.trimEnd()));
    return exitCodes.good;
  },
});

/** The script for each shell. */
export async function completionScripts(program: CommandGroup): Promise<Record<Shell, string>> {
  const places = await placesOf(program);
  return { bash: bashScript(places), zsh: zshScript(places), fish: fishScript(places) };
}
