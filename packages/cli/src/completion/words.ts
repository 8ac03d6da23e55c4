import type { SettingTable } from '@stationery/core/settings';
import { plotterSettings } from '@stationery/plotter';
import { networkCommandSettings, stationSettings } from '@stationery/station';
import { clientEntries } from '../clients/client-commands.ts';
import { settingsOf } from '../clients/client-settings.ts';
import { type ClientCommand, type ClientEntry, isGroup } from '../clients/command.ts';
import { firmwareCommands } from '../clients/firmware/index.ts';
import { flagsOf } from '../clients/parse-arguments.ts';
import { simulateTag } from '../clients/simulate-tag.ts';
import { bundleSummaries } from '../firmware/bundle-summaries.ts';
import { networkSummaries } from '../network/network-summaries.ts';

export interface Flag {
  name: string;
  help: string;
  /** What its value is; a switch has none. */
  takes?: 'file' | 'folder' | 'text';
}

/** One place in the command line, and what can stand there. */
export interface Place {
  /** `stationery`, `stationery files`, … */
  path: string;
  commands: { name: string; summary: string }[];
  flags: Flag[];
  takesFiles: boolean;
}

type Summaries = Record<string, { summary: string }>;

const help: Flag = { name: 'help', help: 'Explain it' };
const config: Flag = { name: 'config', help: 'A file with settings', takes: 'file' };
const commonHelp: Record<string, string> = {
  json: 'Print the result as JSON',
  help: help.help,
  config: config.help,
};

const dryRun: Flag = { name: 'dry-run', help: 'Show what would change' };
const below: Flag = { name: 'root', help: 'Work below a folder', takes: 'folder' };
const networkFlags: Record<string, Flag[]> = {
  render: [{ name: 'out', help: 'Write the files below a folder', takes: 'folder' }],
  apply: [dryRun, below],
  remove: [dryRun, below, { name: 'keep-passphrase', help: 'Leave the passphrase for the next apply' }],
  status: [{ name: 'json', help: commonHelp.json ?? '' }],
  watch: [
    { name: 'once', help: 'Look once' },
    { name: 'report', help: 'Where to write what was seen', takes: 'file' },
  ],
};

/** Every place, from the same tables that the program itself uses. */
export function placesOf(commands: Summaries): Place[] {
  const top = place('stationery', commands, [help, { name: 'version', help: 'The version' }]);
  return [top, ...Object.keys(commands).flatMap((name) => placesAt(`stationery ${name}`, name))];
}

function placesAt(path: string, name: string): Place[] {
  const entry = (clientEntries as Record<string, ClientEntry>)[name];
  if (entry !== undefined) return clientPlaces(path, entry);
  if (name === 'station') return [place(path, {}, [...settingFlags(stationSettings), config, help])];
  if (name === 'plotter') return [place(path, {}, [...settingFlags(plotterSettings), config, help])];
  if (name === 'up') return [place(path, {}, [config, help])];
  if (name === 'simulate') {
    const devices = {
      plotter: { summary: 'A pen plotter' },
      pn532: { summary: 'An NFC reader chip' },
      tag: simulateTag,
    };
    return [place(path, devices, [help]), ...clientPlaces(`${path} tag`, simulateTag)];
  }
  if (name === 'firmware') {
    return [
      place(path, { ...bundleSummaries, ...firmwareCommands }, [help]),
      ...Object.keys(bundleSummaries).map((action) => ({
        ...place(`${path} ${action}`, {}, [help]),
        takesFiles: true,
      })),
      ...Object.entries(firmwareCommands).flatMap(([each, command]) =>
        clientPlaces(`${path} ${each}`, command),
      ),
    ];
  }
  if (name === 'network') {
    const flags = [...settingFlags(networkCommandSettings), config, help];
    return [
      place(path, networkSummaries, [help]),
      ...Object.keys(networkSummaries).map((action) =>
        place(`${path} ${action}`, {}, [...(networkFlags[action] ?? []), ...flags]),
      ),
    ];
  }
  if (name === 'completion') {
    return [
      place(path, { bash: { summary: 'bash' }, zsh: { summary: 'zsh' }, fish: { summary: 'fish' } }, [help]),
    ];
  }
  return [{ ...place(path, {}, [help]), takesFiles: true }];
}

function clientPlaces(path: string, entry: ClientEntry): Place[] {
  if (!isGroup(entry))
    return [{ ...place(path, {}, clientFlags(entry)), takesFiles: entry.takes === 'file' }];
  const inner = Object.entries(entry.commands).flatMap(([name, command]) =>
    clientPlaces(`${path} ${name}`, command),
  );
  const { direct } = entry;
  const own = direct === undefined ? [help] : clientFlags(direct.command);
  const takesFiles = direct?.command.takes === 'file';
  return [{ ...place(path, entry.commands, own), takesFiles }, ...inner];
}

function clientFlags(command: ClientCommand): Flag[] {
  const settings = Object.values(settingsOf(command.service));
  return Object.entries(flagsOf(command)).map(([name, { type }]) => {
    const own = command.options[name];
    const setting = settings.find(({ flag }) => flag === name);
    const takes = own?.takes ?? (name === 'config' || name === 'ca' ? 'file' : 'text');
    const text = own?.help ?? setting?.help ?? commonHelp[name] ?? '';
    return type === 'boolean' ? { name, help: text } : { name, help: text, takes };
  });
}

function settingFlags(table: SettingTable): Flag[] {
  return Object.values(table).map(({ flag, help: text, placeholder }) => ({
    name: flag,
    help: text,
    takes: /file/.test(placeholder) ? 'file' : /folder|dir/.test(placeholder) ? 'folder' : 'text',
  }));
}

function place(path: string, commands: Summaries, flags: Flag[]): Place {
  const named = Object.entries(commands).map(([name, { summary }]) => ({ name, summary }));
  return { path, commands: named, flags, takesFiles: false };
}

/** The names of all flags whose value is of one kind, as they are typed. */
export function flagsThatTake(places: readonly Place[], kind: Flag['takes']): string[] {
  const names = places.flatMap(({ flags }) =>
    flags.filter(({ takes }) => takes === kind).map(({ name }) => `--${name}`),
  );
  return [...new Set(names)];
}

/** For single quotes in any shell: what follows is one word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
