import { SettingError } from '@stationery/core/settings';
import { didYouMean } from '../clients/closest.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { placesOf } from './words.ts';
import { zshScript } from './zsh.ts';

const shells = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completionHelp(): string {
  return `Usage: stationery completion bash|zsh|fish

Prints a script that completes commands, options and file names at the Tab key.

Examples:
  stationery completion bash > ~/.local/share/bash-completion/completions/stationery
  stationery completion zsh > ~/.zfunc/_stationery       with “fpath+=~/.zfunc” before compinit in ~/.zshrc
  stationery completion fish > ~/.config/fish/completions/stationery.fish
  source <(stationery completion bash)                   for this terminal only
`;
}

type Shell = keyof typeof shells;

/** The script for each shell. */
export function completionScripts(commands: Record<string, { summary: string }>): Record<Shell, string> {
  const places = placesOf(commands);
  return { bash: bashScript(places), zsh: zshScript(places), fish: fishScript(places) };
}

export async function runCompletion(
  [shell = '', ...more]: string[],
  commands: Record<string, { summary: string }>,
): Promise<number> {
  if (more.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(completionHelp());
    return 0;
  }
  if (!Object.hasOwn(shells, shell) || more.length > 0) {
    throw new SettingError(
      `say for which shell: bash, zsh or fish${shell === '' ? '' : `, not “${[shell, ...more].join(' ')}”`}${didYouMean(shell, Object.keys(shells))}`,
    );
  }
  process.stdout.write(completionScripts(commands)[shell as Shell]);
  return 0;
}
