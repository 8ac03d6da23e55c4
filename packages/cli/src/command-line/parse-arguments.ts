import { UsageError } from '../terminal/exit-codes.ts';
import { didYouMean } from './closest.ts';
import type { Command } from './command.ts';
import { type Flag, flagsOf } from './flags.ts';

export interface Parsed {
  args: string[];
  options: Record<string, string | string[] | boolean | undefined>;
  /** Words passed on to the program that the command starts. */
  rest: string[];
  json: boolean;
  config: string | undefined;
  /** The options that are settings, one word each. They are read later, together with the other sources of settings. */
  settingFlags: string[];
}

/** Whether the words before any `--` contain `--help` or its short form. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end < 0 ? undefined : end).some((word) => word === '--help' || word === '-h');
}

/**
 * Parses options and arguments. A value is the next word or follows “=”. A value that begins with “--” must
 * follow “=”, so that a forgotten value is noticed. If an option is given twice, the last value wins.
 */
export function parseArguments(command: Command, words: readonly string[]): Parsed {
  const flags = new Map(
    flagsOf(command)
      // With `passesOn`, only the command's own options are known;
      // others may be meant for the program that it starts.
      .filter(({ from }) => !command.passesOn || from === 'command')
      .map((flag) => [flag.name, flag]),
  );
  const values = new Map<string, string[]>();
  const args: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      (command.passesOn ? rest : args).push(...words.slice(command.passesOn ? at : at + 1));
      break;
    }
    const [, name = '', inline] = /^--?([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = word.startsWith('--') ? flags.get(name) : undefined;
    if (!isOption(word)) (command.passesOn ? rest : args).push(word);
    else if (flag !== undefined) {
      const next = words[at + 1];
      const [value, isNext] = readValue(flag, inline, next);
      if (isNext) at++;
      values.set(flag.name, flag.repeats ? [...(values.get(flag.name) ?? []), value] : [value]);
    } else if (command.passesOn) rest.push(word);
    else throw unknownOption(command, word.split('=', 1)[0] ?? word, [...flags.keys()]);
  }
  if (!command.passesOn) checkCount(command, args);
  return {
    args,
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, { placeholder, repeats }]) => {
        const given = values.get(name);
        if (placeholder === undefined) return [name, given !== undefined];
        return [name, repeats ? (given ?? []) : given?.[0]];
      }),
    ),
    rest,
    json: values.has('json'),
    config: values.get('config')?.[0],
    settingFlags: [...values].flatMap(([name, given]) =>
      flags.get(name)?.from === 'settings' ? [`--${name}=${given[0]}`] : [],
    ),
  };
}

/** “-” is standard input or output, and -5 is a number. */
function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-' && !/^-\.?\d/.test(word);
}

function readValue(flag: Flag, inline: string | undefined, next: string | undefined): [string, boolean] {
  if (flag.placeholder === undefined) {
    if (inline !== undefined) throw new UsageError(`--${flag.name} takes no value`);
    return ['yes', false];
  }
  const value = inline ?? next;
  // For a setting, an empty value is allowed and means unset.
  if (value === undefined || (value === '' && flag.from !== 'settings' && !flag.mayBeEmpty))
    throw new UsageError(`--${flag.name} needs a value: ${flag.placeholder}`);
  if (inline === undefined && value.startsWith('--'))
    throw new UsageError(
      `--${flag.name} needs a value: ${flag.placeholder}. If “${value}” is the value, write --${flag.name}=${value}`,
    );
  return [value, inline === undefined];
}

function unknownOption({ optionHint }: Command, word: string, known: readonly string[]): UsageError {
  const guess = didYouMean(
    word,
    known.map((name) => `--${name}`),
  );
  return new UsageError(
    `there is no option “${word}”${guess || (optionHint === undefined ? '' : `. ${optionHint}`)}`,
  );
}

function checkCount(command: Command, given: readonly string[]): void {
  const { names, min, max } = argumentsOf(command);
  if (given.length < min) throw new UsageError(`${names[given.length]} is missing`);
  if (given.length > max) throw new UsageError(`“${given[max]}” is one argument too many`);
}

/** Parses the usage line: the arguments, and how many must and may be given. */
export function argumentsOf({ arguments: usage = '', maxArguments = Number.POSITIVE_INFINITY }: Command) {
  const names: string[] = usage.match(/[<[][^<[>\]]*[>\]]/g) ?? [];
  const min = names.filter((name) => name.startsWith('<')).length;
  return { names, min, max: usage.includes('…') ? maxArguments : names.length };
}

export function readNumber(
  text: string | undefined,
  flag: string,
  defaultNumber: number,
  most: number,
): number {
  if (text === undefined) return defaultNumber;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!(number >= 0 && number <= most)) {
    throw new UsageError(`--${flag} must be a number from 0 to ${most}, not “${text}”`);
  }
  return number;
}
