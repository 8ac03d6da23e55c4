import { settingsOf as clientSettingsOf } from '../connection/client-settings.ts';
import type { Command, CommandOption, CommandSettings, Completion } from './command.ts';

export interface Flag extends CommandOption {
  name: string;
  short?: string;
  from: 'command' | 'settings' | 'all';
}

const commonFlags: readonly Flag[] = [
  { name: 'json', help: 'Print the result as JSON', from: 'all' },
  {
    name: 'config',
    help: 'A JSON file with settings',
    placeholder: '<file>',
    completes: 'file',
    from: 'all',
  },
  { name: 'help', short: 'h', help: 'Show this help', from: 'all' },
];

export function settingsOf({ service, settings }: Pick<Command, 'service' | 'settings'>) {
  return settings ?? (service === undefined ? undefined : connectionSettings(service));
}

function connectionSettings(service: 'station' | 'plotter' | 'board'): CommandSettings {
  return {
    title: 'Connection',
    section: 'client',
    table: clientSettingsOf(service),
    switches: ['insecure'],
    example: `{ "${service}": "http://kitchen.local:8080" }`,
  };
}

/** A command's own options override settings of the same name. */
export function flagsOf(command: Pick<Command, 'options' | 'service' | 'settings'>): Flag[] {
  const own = Object.entries(command.options).map(
    ([name, option]): Flag => ({ ...option, name, from: 'command' }),
  );
  const settings = settingsOf(command);
  const set = Object.values(settings?.table ?? {}).map(
    ({ flag, help, placeholder }): Flag => ({
      name: flag,
      help,
      ...(settings?.switches?.includes(flag) ? {} : { placeholder }),
      from: 'settings',
    }),
  );
  const all = [...own, ...set, ...commonFlags];
  return all.filter(({ name }, index) => all.findIndex((flag) => flag.name === name) === index);
}

/** Returns the completion declared in `completes`, otherwise one guessed from the placeholder. */
export function completionOf({ completes, placeholder = '' }: Flag): Completion | undefined {
  if (completes !== undefined) return completes;
  const choices = /^<([\w-]+(?:\|[\w-]+)+)>$/.exec(placeholder)?.[1];
  if (choices !== undefined) return choices.split('|');
  if (/file|pem/.test(placeholder)) return 'file';
  return /folder|dir/.test(placeholder) ? 'folder' : undefined;
}
