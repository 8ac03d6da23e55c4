import { parseArgs } from 'node:util';
import { SettingError } from '@stationery/core/settings';
import { type Service, settingsOf } from './client-settings.ts';
import { didYouMean } from './closest.ts';
import type { ClientCommand } from './command.ts';

export interface Parsed {
  args: string[];
  options: Record<string, string | string[] | boolean | undefined>;
  json: boolean;
  help: boolean;
  config: string | undefined;
  /** The flags that are settings, to be read with all their other sources. */
  settingFlags: string[];
}

const switches = ['json', 'help', 'insecure'];

/** Which flags a command has, and whether they take a value. */
export function flagsOf({ options, service }: Pick<ClientCommand, 'options' | 'service'>) {
  const flags: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {};
  for (const [name, { placeholder, repeats = false }] of Object.entries(options)) {
    flags[name] = { type: placeholder === undefined ? 'boolean' : 'string', multiple: repeats };
  }
  for (const { flag } of Object.values(settingsOf(service))) flags[flag] = { type: 'string' };
  for (const name of switches) flags[name] = { type: 'boolean' };
  flags.help = { type: 'boolean', short: 'h' };
  flags.config = { type: 'string' };
  return flags;
}

export function parseArguments(command: ClientCommand, words: readonly string[]): Parsed {
  const flags = flagsOf(command);
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const known = Object.keys(flags).map((name) => `--${name}`);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const flag = flags[token.name];
    if (flag === undefined) {
      throw new SettingError(`there is no option “${token.rawName}”${didYouMean(token.rawName, known)}`);
    }
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
    if (flag.type === 'string' && isMissing) throw new SettingError(`--${token.name} needs a value`);
    if (flag.type === 'boolean' && token.value !== undefined) {
      throw new SettingError(`--${token.name} takes no value`);
    }
  }
  const help = values.help === true;
  if (!help) checkCount(command, positionals);
  return {
    args: positionals,
    options: Object.fromEntries(
      Object.keys(command.options).map((name) => [name, optionValue(values[name], flags[name])]),
    ),
    json: values.json === true,
    help,
    config: values.config as string | undefined,
    settingFlags: settingFlags(command.service, values),
  };
}

type Value = string | boolean | undefined;

function optionValue(
  value: Value | Value[],
  flag: ReturnType<typeof flagsOf>[string] | undefined,
): string | string[] | boolean | undefined {
  if (flag?.type === 'boolean') return value === true;
  return flag?.multiple ? ((value ?? []) as string[]) : (value as string | undefined);
}

function settingFlags(service: Service, values: Record<string, unknown>): string[] {
  return Object.values(settingsOf(service)).flatMap(({ flag }) => {
    const value = values[flag];
    return value === undefined ? [] : [`--${flag}`, value === true ? 'yes' : String(value)];
  });
}

function checkCount(
  { arguments: names = '', count = [0, 0] }: ClientCommand,
  given: readonly string[],
): void {
  const [least, most] = count;
  if (given.length < least)
    throw new SettingError(`${names.match(/[<[][^<>[\]]*[>\]]/g)?.[given.length] ?? names} is missing`);
  if (given.length > most) throw new SettingError(`“${given[most]}” is one argument too many`);
}

/** A number of seconds or the like that was given as text. */
export function readNumber(text: string | undefined, flag: string, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!(number >= 0 && number <= most)) {
    throw new SettingError(`--${flag} must be a number from 0 to ${most}, not “${text}”`);
  }
  return number;
}
