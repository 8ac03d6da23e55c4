import { clientEntries, helpOf } from '../clients/client-commands.ts';
import { type ClientEntry, isGroup } from '../clients/command.ts';
import { firmwareCommands } from '../clients/firmware/index.ts';
import { simulateTag } from '../clients/simulate-tag.ts';
import { commands, overview } from '../main.ts';
import { roffPage, roffPart } from './roff.ts';

export interface ManualPage {
  /** `stationery-files.1` */
  name: string;
  content: string;
}

/** One page for the program and one for each command, from what `--help` prints, so that the two cannot differ. */
export async function manualPages(): Promise<ManualPage[]> {
  const pages = [{ name: 'stationery.1', content: overviewPage() }];
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const help = (await load()).help();
    const parts = partsOf(name).map(([path, entry]) => roffPart(`stationery ${path}`, helpOf(path, entry)));
    const content = [roffPage(`stationery-${name}`, summary, help), ...parts].join('');
    pages.push({ name: `stationery-${name}.1`, content: `${content}.SH "SEE ALSO"\n.BR stationery (1)\n` });
  }
  return pages;
}

function overviewPage(): string {
  const names = Object.keys(commands).map((name) => `.BR stationery\\-${name} (1)`);
  const [title = '', ...rest] = overview().split('\n\n');
  const summary = title.slice(title.indexOf(':') + 1).trim();
  return `${roffPage('stationery', summary, rest.join('\n\n'))}.SH "SEE ALSO"\n${names.join(',\n')}\n`;
}

/** The commands below a command that have a help of their own. */
function partsOf(name: string): [string, ClientEntry][] {
  const entry = (clientEntries as Record<string, ClientEntry>)[name];
  const below = (group: Record<string, ClientEntry>): [string, ClientEntry][] =>
    Object.entries(group).map(([each, command]) => [`${name} ${each}`, command]);
  if (name === 'firmware') return below(firmwareCommands);
  if (name === 'simulate') return below({ tag: simulateTag });
  if (entry === undefined || !isGroup(entry)) return [];
  const { direct, commands: inner } = entry;
  const own: [string, ClientEntry][] = direct === undefined ? [] : [[name, direct.command]];
  return [...own, ...below(inner)];
}
