import { type FirmwareSetting, settingNamed, settingUsage } from '../firmware-model/firmware-settings.ts';
import { type FirmwareError, firmwareCommands } from '../lines/grammar.ts';
import { parsePenHeight, verbOf } from './our-language.ts';

export type Command =
  | { verb: 'PENUP' | 'PENDOWN' | 'STATUS' | 'VERSION' | 'STOP' | 'RESET' | 'HOME' | 'ZERO' }
  /** The digits as written; they are sent back unchanged. */
  | { verb: 'SYNC'; digits: string }
  | { verb: 'MOVE'; x: number; y: number }
  | { verb: 'WAIT'; waitMs: number }
  | { verb: 'SPEED'; speed: number }
  | { verb: 'ACCEL'; acceleration: number }
  | { verb: 'SERVO'; degrees: number }
  /** Null restores the default height. */
  | { verb: 'PENHEIGHT'; height: number | null }
  | { verb: 'BUFFER'; on: boolean }
  | { verb: 'CONFIG'; action: 'list' }
  | { verb: 'CONFIG'; action: 'defaults' }
  | { verb: 'CONFIG'; action: 'read'; setting: FirmwareSetting }
  | { verb: 'CONFIG'; action: 'set'; setting: FirmwareSetting; value: number };

type ParsedCommand = { ok: true; command: Command } | { ok: false; error: FirmwareError };

const usageOf = new Map(firmwareCommands.map(({ verb, usage }) => [verb, usage]));

export function parseCommand(line: string): ParsedCommand {
  const verb = verbOf(line);
  const words = line.trim().split(/\s+/).slice(1);
  switch (verb) {
    case 'STOP':
      // Ignore anything after STOP: refusing it because of its form would let the machine run on.
      return parsed({ verb });
    case 'PENUP':
    case 'PENDOWN':
    case 'STATUS':
    case 'VERSION':
    case 'RESET':
    case 'HOME':
    case 'ZERO':
      return words.length === 0 ? parsed({ verb }) : wrongArguments(verb);
    case 'SYNC':
      return words.length === 1 && /^\d{1,9}$/.test(words[0]!)
        ? parsed({ verb, digits: words[0]! })
        : wrongArguments(verb);
    case 'MOVE':
      return withIntegers(verb, words, ['X', 'Y'], ([x, y]) => ({ verb, x: x!, y: y! }));
    case 'WAIT':
      return withIntegers(verb, words, [''], ([waitMs]) => ({ verb, waitMs: waitMs! }));
    case 'SPEED':
      return withIntegers(verb, words, [''], ([speed]) => ({ verb, speed: speed! }));
    case 'ACCEL':
      return withIntegers(verb, words, [''], ([acceleration]) => ({ verb, acceleration: acceleration! }));
    case 'SERVO':
      return withIntegers(verb, words, [''], ([degrees]) => ({ verb, degrees: degrees! }));
    case 'PENHEIGHT': {
      const height = parsePenHeight(line);
      return height === undefined ? wrongArguments(verb) : parsed({ verb, height });
    }
    case 'BUFFER': {
      const word = words.length === 1 ? words[0]!.toUpperCase() : '';
      return word === 'ON' || word === 'OFF' ? parsed({ verb, on: word === 'ON' }) : wrongArguments(verb);
    }
    case 'CONFIG':
      return parseConfig(words);
    default:
      return refused('UNKNOWN', `${shortened(verb)} is not a command`);
  }
}

/** Parses one integer per letter, as in `X10 Y-5`, or a single integer without a letter, as in `1200`. */
function withIntegers(
  verb: string,
  words: string[],
  letters: string[],
  make: (values: number[]) => Command,
): ParsedCommand {
  if (words.length !== letters.length) return wrongArguments(verb);
  const values: number[] = [];
  for (const [at, letter] of letters.entries()) {
    const digits = integerBehind(letter, words[at]!);
    if (digits === undefined) return wrongArguments(verb);
    if (tooManyDigits.test(digits)) return longNumber(words[at]!);
    // Adding 0 converts `-0` to `0`.
    values.push(Number(digits) + 0);
  }
  return parsed(make(values));
}

const tooManyDigits = /\d{10}/;

function longNumber(word: string): ParsedCommand {
  return refused('RANGE', `${shortened(word)} is a number of more than 9 digits`);
}

function parseConfig([name, value, ...others]: string[]): ParsedCommand {
  const verb = 'CONFIG';
  if (name === undefined) return parsed({ verb, action: 'list' });
  if (others.length > 0) return wrongArguments(verb);
  const upper = name.toUpperCase();
  if (upper === 'DEFAULTS' && value === undefined) return parsed({ verb, action: 'defaults' });
  const setting = settingNamed(upper);
  if (setting === undefined) return refused('UNKNOWN', `${shortened(upper)} is not a setting`);
  if (value === undefined) return parsed({ verb, action: 'read', setting });
  const index = setting.words?.indexOf(value.toUpperCase());
  const digits = index === undefined ? integerBehind('', value) : String(index);
  if (digits === undefined || index === -1) {
    return refused('ARGS', `write it as CONFIG ${settingUsage(setting)}`);
  }
  if (tooManyDigits.test(digits)) return longNumber(value);
  return parsed({ verb, action: 'set', setting, value: Number(digits) + 0 });
}

function integerBehind(letter: string, word: string): string | undefined {
  if (word.slice(0, letter.length).toUpperCase() !== letter) return undefined;
  const digits = word.slice(letter.length);
  return /^[+-]?\d+$/.test(digits) ? digits : undefined;
}

function parsed(command: Command): ParsedCommand {
  return { ok: true, command };
}

function refused(code: FirmwareError['code'], text: string): ParsedCommand {
  return { ok: false, error: { code, text } };
}

function wrongArguments(verb: string): ParsedCommand {
  return refused('ARGS', `write it as ${usageOf.get(verb)}`);
}

/** Keeps replies from being longer than their command. */
function shortened(word: string): string {
  return word.length <= 32 ? word : `${word.slice(0, 29)}...`;
}
