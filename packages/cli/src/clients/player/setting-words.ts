import {
  playerActions as actionNames,
  onAgains,
  onRemovals,
  repeatModes,
} from '@stationery/contract/player-words';
import type { CommandOption } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';

type ActionName = (typeof actionNames)[number];

export const playerActions = actionNames.map((name) => name.replaceAll('_', '-'));

export const actionOf = (word: string) => word.replaceAll('-', '_') as ActionName;

export const switches = ['on', 'off'] as const;

interface SettingOption extends CommandOption {
  placeholder: string;
  member: string;
  parse: (value: string, option: string) => unknown;
}
type SettingOptions = Record<string, SettingOption>;

export const choice = (member: string, words: readonly string[], help: string): SettingOption => ({
  member,
  placeholder: `<${words.join('|')}>`,
  help,
  completes: words,
  parse: (value, option) => oneOf(option, value, words),
});

export const onOff = (member: string, help: string): SettingOption => ({
  ...choice(member, switches, help),
  parse: (value, option) => oneOf(option, value, switches) === 'on',
});

export const whole = (
  member: string,
  unit: string,
  [min, max]: readonly [number, number],
  help: string,
): SettingOption => ({
  member,
  placeholder: `<${unit}>`,
  help,
  parse: (value, option) => wholeNumber(option, value, max, min),
});

export const text = (
  member: string,
  placeholder: string,
  help: string,
  parse: SettingOption['parse'] = (value) => value,
): SettingOption => ({ member, placeholder, help, parse });

/** Makes an option accept an empty text, which removes the setting. */
export const removable = (option: SettingOption): SettingOption => ({
  ...option,
  mayBeEmpty: true,
  parse: (value, name) => (value === '' ? null : option.parse(value, name)),
});

export const playbackOptions = {
  'on-removal': choice('on_removal', onRemovals, 'When the tag is taken away'),
  'on-again': choice('on_again', onAgains, 'When the tag comes again; single plays one file per tap'),
  repeat: choice('repeat', repeatModes, 'Play the files of a tag, or each file, again'),
  remember: onOff('remember', 'Resume also after other tags and a restart'),
};

export function membersOf(table: SettingOptions, options: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(table).flatMap(([name, { member, parse }]) => {
    const value = options[name];
    return typeof value === 'string' ? [[member, parse(value, `--${name}`)]] : [];
  });
  return Object.fromEntries(given);
}

export function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  words: readonly T[],
): T | undefined {
  const found = words.find((word) => word === value);
  if (value === undefined || found !== undefined) return found;
  throw new UsageError(`${option} must be ${words.join(', ')}, not “${value}”`);
}

export function wholeNumber(option: string, value: string, max: number, min?: number): number;
export function wholeNumber(
  option: string,
  value: string | undefined,
  max: number,
  min?: number,
): number | undefined;
export function wholeNumber(
  option: string,
  value: string | undefined,
  max: number,
  min = 0,
): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (/^\d{1,5}$/.test(value) && number >= min && number <= max) return number;
  throw new UsageError(`${option} must be a whole number from ${min} to ${max}, not “${value}”`);
}

/** Of an action: `minutes` of the sleep timer, `seconds` forward or back. */
export function amountsOf(options: { minutes: string | undefined; seconds: string | undefined }) {
  const minutes = wholeNumber('--minutes', options.minutes, 1_440, 1);
  const seconds = wholeNumber('--seconds', options.seconds, 3_600, 1);
  return { ...(minutes !== undefined && { minutes }), ...(seconds !== undefined && { seconds }) };
}
