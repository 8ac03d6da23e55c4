import { type Command, type CommandGroup, type Entry, isGroup, loaded } from '../command-line/command.ts';

interface CommandRow {
  path: string;
  command: Command;
}

/** Returns all commands, hidden ones included, in the order of the table. */
export async function allCommands(row: Entry, path = ''): Promise<CommandRow[]> {
  const entry = await loaded(row);
  if (!isGroup(entry)) return [{ path, command: entry }];
  const own = entry.direct === undefined ? [] : [{ path, command: entry.direct.command }];
  const below = await Promise.all(
    Object.entries(entry.commands).map(([name, each]) =>
      allCommands(each, [path, name].filter(Boolean).join(' ')),
    ),
  );
  return [...own, ...below.flat()];
}

/** Lines around the table of commands in docs/command-line.md. */
export const tableStart = '<!-- Written by “npm run command-table”. -->';
export const tableEnd = '<!-- The end of the table. -->';

export async function commandTable(program: CommandGroup): Promise<string> {
  const rows = (await allCommands(program)).filter(({ command }) => !command.isHidden);
  const lines = rows.map(({ path, command }) => {
    const usage = [path, command.arguments].filter(Boolean).join(' ').replaceAll('|', '\\|');
    return `| \`${usage}\` | ${command.summary} |`;
  });
  return [tableStart, '', '| command | |', '|---|---|', ...lines, '', tableEnd].join('\n');
}
