import { type PlotterCommand, plotterCommands } from '@stationery/contract/plotter-commands';
import { verbOf } from '../language/our-language.ts';

/** `BUFFER` is used only between driver and board. */
export const firmwareCommands: readonly PlotterCommand[] = [
  ...plotterCommands,
  {
    verb: 'BUFFER',
    group: 'motion',
    word: 'BUFFER',
    usage: 'BUFFER <ON or OFF>',
    summary: 'Switch buffered motion on or off',
  },
  {
    verb: 'CONFIG',
    group: 'basic',
    word: 'CONFIG',
    usage: 'CONFIG [<setting> [<value>]]',
    summary: 'List, read or set the settings of the board',
  },
];

export const ourName = 'stationery-plotter';

/** First word of a board's first line after its start: `READY stationery-plotter 1.1.0 BUFFER 32`. */
export const bannerWord = 'READY';

/** Maximum line length, without the line feed. */
export const maxLineChars = 255;
/** Number of lines that can wait while a command is carried out. */
export const bufferedLines = 16;

/** Number of commands since `BUFFER ON`, as in `DONE 17 B838`. The check detects numbers changed by noise. */
export interface CheckedCount {
  word: 'QUEUED' | 'DONE';
  count: number;
}

export function checkedLine(word: CheckedCount['word'], count: number): string {
  return `${word} ${count} ${checkOf(`${word} ${count}`)}`;
}

export function parseCheckedLine(line: string): CheckedCount | undefined {
  const match = /^(QUEUED|DONE) (\d{1,9}) ([0-9A-F]{4})$/.exec(line);
  if (match === null || checkOf(`${match[1]} ${match[2]}`) !== match[3]) return undefined;
  return { word: match[1] as CheckedCount['word'], count: Number(match[2]) };
}

/** CRC-16/CCITT-FALSE in four hexadecimal digits. */
function checkOf(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * Commands that are answered when queued in buffered motion. Queries are answered at once, all other commands when
 * motion has ended.
 */
const queuedVerbs = new Set(['MOVE', 'PENUP', 'PENDOWN', 'SERVO', 'WAIT', 'SPEED', 'ACCEL', 'PENHEIGHT']);
const questions: ReadonlySet<string> = new Set(['STATUS', 'VERSION']);

export function answeredInBuffer(verb: string): 'when-queued' | 'at-once' | 'at-rest' {
  if (queuedVerbs.has(verb)) return 'when-queued';
  return questions.has(verb) ? 'at-once' : 'at-rest';
}

/** Errors in the order in which the firmware checks for them. */
export const errorMeanings = {
  LINE: 'the line is too long, holds bytes that are not printable ASCII, or was received incompletely',
  BUSY: 'the input buffer was full, so the line was dropped',
  STOPPED: 'a later STOP ended the command, or dropped it before it began',
  UNKNOWN: 'the command is unknown, or the board lacks the part that the command needs',
  ARGS: 'arguments are missing, too many, or not of the form that the command takes',
  RANGE: 'a number is smaller or larger than the command allows',
  LIMIT: 'the target is outside the limits of the machine; nothing has moved',
} as const;

type FirmwareErrorCode = keyof typeof errorMeanings;

export interface FirmwareError {
  code: FirmwareErrorCode;
  text: string;
}

export function errorLine({ code, text }: FirmwareError): string {
  return `ERR ${code} ${text}`;
}

export function isBanner(line: string): boolean {
  return line === bannerWord || line.startsWith(`${bannerWord} `);
}

export const ownWord = new Map(firmwareCommands.map(({ verb, word }) => [verb, word]));
export const wordOwner = new Map(firmwareCommands.map(({ word, verb }) => [word, verb]));

/**
 * Whether the word can acknowledge the command. Only the word of a different command certainly cannot, because unknown
 * firmware may use any word.
 */
export function canAcknowledge(command: string, word: string): boolean {
  if (word.startsWith('SYNC_'))
    return verbOf(command) === 'SYNC' && word === `SYNC_${command.trim().split(/\s+/)[1]}`;
  const owner = wordOwner.get(word);
  return owner === undefined || owner === verbOf(command);
}
