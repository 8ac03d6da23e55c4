import type { RefusalCode } from '@stationery/contract';
/** `line` starts at its `OK` or `ERR`; `word` is in capitals, because boards differ in case. */
export type Terminal =
  | { kind: 'ok'; line: string; word: string }
  | { kind: 'error'; line: string; code: string; text: string };

const byteOrderMark = 0xfeff;
const space = 0x20;
const tab = 0x09;

/**
 * Parses a last line as real boards write it: in any case, after blanks, a byte order mark or a prompt (`> ok`), and
 * with a tab or colon after the word. Words that only begin alike (`OKAY`, `ERRORS 0`) are not last lines.
 */
export function parseTerminal(line: string): Terminal | undefined {
  const from = behindPrompt(line);
  // The first letter decides for most lines.
  const first = line.charCodeAt(from) | 0x20;
  if (first !== 0x6f && first !== 0x65) return undefined;
  const last = line.slice(from);
  return first === 0x6f ? readGood(last) : readBad(last);
}

/** Skips `>`, `>>>` of MicroPython, or `$`, among blanks. */
function behindPrompt(line: string): number {
  let at = 0;
  if (line.charCodeAt(at) === byteOrderMark) at++;
  at = behindBlanks(line, at);
  const mark = line[at];
  if (mark !== '>' && mark !== '$') return at;
  const end = at + (mark === '>' ? 3 : 1);
  while (at < end && line[at] === mark) at++;
  return behindBlanks(line, at);
}

function behindBlanks(line: string, from: number): number {
  let at = from;
  while (isBlank(line.charCodeAt(at))) at++;
  return at;
}

function readGood(line: string): Terminal | undefined {
  if (line.slice(0, 2).toUpperCase() !== 'OK') return undefined;
  const next = line[2];
  if (next !== undefined && next !== ':' && !isBlank(line.charCodeAt(2)) && !endsSentence(line, 2))
    return undefined;
  const word = /[^\s:]+/.exec(line.slice(3, 3 + maxWord))?.[0] ?? '';
  return { kind: 'ok', line, word: word.toUpperCase() };
}

/** Whether punctuation at this index ends the word, as in `OK.` and `OK, moved`, but not in `OK.5`. */
function endsSentence(line: string, at: number): boolean {
  return '.,;!'.includes(line[at]!) && (at + 1 === line.length || isBlank(line.charCodeAt(at + 1)));
}

function readBad(line: string): Terminal | undefined {
  const head = line.slice(0, 5).toUpperCase();
  if (!head.startsWith('ERR')) return undefined;
  const at = head === 'ERROR' ? 5 : 3;
  // Allows a digit, colon or bracket, but not more letters, which would make a different word.
  if (/^-?[a-z]/i.test(line.slice(at, at + 2))) return undefined;
  const said = line.slice(at).replace(/^[\s:]{1,64}/, '');
  const end = said.search(/\s/);
  const code = end < 0 ? said : said.slice(0, end);
  return { kind: 'error', line, code, text: end < 0 ? '' : said.slice(end).trim() };
}

const maxWord = 64;
const isBlank = (code: number) => code === space || code === tab;

/** See docs/firmware-protocol.md. */
const refusalCodes: Readonly<Record<string, RefusalCode>> = {
  UNKNOWN: 'unknown-command',
  ARGS: 'wrong-arguments',
  RANGE: 'out-of-range',
  LIMIT: 'outside-limits',
  LINE: 'garbled-line',
  BUSY: 'busy',
  STOPPED: 'stopped',
};

export function refusalCodeOf(terminalLine: string): RefusalCode {
  const terminal = parseTerminal(terminalLine);
  const said = terminal?.kind === 'error' ? terminal.code.toUpperCase() : '';
  return Object.hasOwn(refusalCodes, said) ? refusalCodes[said]! : 'other';
}
