import { describeSettings } from '@stationery/core/settings';
import { packageVersion } from '@stationery/core/version';
import { exitCodeHelp } from '../terminal/exit-codes.ts';
import { type Command, type CommandGroup, type CommandSettings, isGroup } from './command.ts';
import { flagsOf, settingsOf } from './flags.ts';

/** Returns the help text. `path` is empty for the program itself. */
export function helpOf(path: string, entry: Command | CommandGroup): string {
  return isGroup(entry) ? groupHelp(path, entry) : commandHelp(path, entry);
}

const named = (path: string) => (path === '' ? 'stationery' : `stationery ${path}`);

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');

function groupHelp(path: string, group: CommandGroup): string {
  const { summary, about, commands, direct, examples } = group;
  const listed = Object.entries(commands).filter(([, entry]) => isGroup(entry) || !entry.isHidden);
  const width = Math.max(...listed.map(([name]) => name.length));
  const rows = listed.map(([name, command]) => `${name.padEnd(width)}  ${command.summary}`);
  const words = direct?.command.arguments;
  const usage = [
    ...(words === undefined ? [] : [`Usage: ${named(path)} ${words} [options]`]),
    `${words === undefined ? 'Usage:' : '      '} ${named(path)} <command> [options]`,
  ];
  const parts = [
    usage.join('\n'),
    path === '' ? undefined : `${summary}.`,
    about,
    `Commands:\n${indented(rows)}`,
    `“${named(path)} <command> --help” explains each command.${words === undefined ? '' : `\n“${named(path)} ${words} --help” explains how drawings are plotted.`}`,
    `Examples:\n${indented(examples)}`,
  ];
  const title = path === '' ? `Stationery ${packageVersion}: ${summary}\n\n` : '';
  return `${title}${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function commandHelp(path: string, command: Command): string {
  const { summary, about, examples } = command;
  const rows = flagsOf(command)
    .filter(
      ({ from, name }) => from !== 'settings' && (name !== 'config' || settingsOf(command) === undefined),
    )
    .map(({ name, short, placeholder, help }) => {
      const typed = [
        short === undefined ? '' : `-${short}, `,
        `--${name}`,
        placeholder === undefined ? '' : ` ${placeholder}`,
      ];
      return `  ${typed.join('')}\n      ${help}`;
    });
  const settings = settingsOf(command);
  const parts = [
    ['Usage: stationery', path, command.arguments, '[options]'].filter(Boolean).join(' '),
    `${summary}.`,
    about,
    `Options:\n${rows.join('\n')}`,
    settings === undefined ? undefined : settingsHelp(settings),
    `Examples:\n${indented(examples)}`,
    exitCodeHelp,
  ];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

function settingsHelp({ title, section, table, switches = [], example }: CommandSettings): string {
  let described = describeSettings(table);
  for (const name of switches) described = described.replace(`--${name} <yes|no>`, `--${name}`);
  const defaultPaths =
    section === 'client'
      ? '~/.config/stationery/config.json, then /etc/stationery/config.json'
      : '/etc/stationery/config.json, if it exists';
  return `${title} (each also as an environment variable, or in the config file under “${section}”):
${described}
  --config <file>
      A JSON file with settings: { "${section}": ${example} }
      STATIONERY_CONFIG, default: ${defaultPaths}`;
}
