import { type Command, type CommandGroup, type Entry, isGroup, loaded } from '../command-line/command.ts';
import { helpOf } from '../command-line/help.ts';
import { roffPage, roffPart } from './roff.ts';

interface ManualPage {
  /** The file name, for example `stationery-files.1`. */
  name: string;
  content: string;
}

/** Generates the manual pages from the texts of `--help`. */
export async function manualPages(program: CommandGroup): Promise<ManualPage[]> {
  const rows = Object.entries(program.commands).filter(([, row]) => isGroup(row) || !row.isHidden);
  const pages = [{ name: 'stationery.1', content: overviewPage(program, rows) }];
  for (const [name, row] of rows) {
    const entry = await loaded(row);
    const parts = (await partsOf(name, entry)).map(([path, part]) =>
      roffPart(`stationery ${path}`, helpOf(path, part)),
    );
    const content = [roffPage(`stationery-${name}`, row.summary, helpOf(name, entry)), ...parts].join('');
    pages.push({ name: `stationery-${name}.1`, content: `${content}.SH "SEE ALSO"\n.BR stationery (1)\n` });
  }
  return pages;
}

function overviewPage(program: CommandGroup, rows: readonly [string, Entry][]): string {
  const names = rows.map(([name]) => `.BR stationery\\-${name} (1)`);
  const [, ...rest] = helpOf('', program).split('\n\n');
  return `${roffPage('stationery', program.summary, rest.join('\n\n'))}.SH "SEE ALSO"\n${names.join(',\n')}\n`;
}

async function partsOf(
  name: string,
  entry: Command | CommandGroup,
): Promise<[string, Command | CommandGroup][]> {
  if (!isGroup(entry)) return [];
  const own: [string, Command][] = entry.direct === undefined ? [] : [[name, entry.direct.command]];
  const below = await Promise.all(
    Object.entries(entry.commands).map(
      async ([each, row]): Promise<[string, Command | CommandGroup]> => [
        `${name} ${each}`,
        await loaded(row),
      ],
    ),
  );
  return [...own, ...below];
}
