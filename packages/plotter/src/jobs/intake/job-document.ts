import { AppError } from '@stationery/core';
import { placesOfDip } from '@stationery/drawing';
import type { JsonHandler, TextSink } from '@stationery/http';
import type { Mark, Pause, Pen } from '../../store/job.ts';
import { checkCommand, isSkipped, trimmed } from '../check/command-line.ts';
import type { CommandSource } from '../check/limit-guard.ts';
import { isIndex, isText, ListReader } from './list-reader.ts';

export interface JobOptions {
  name: string | null;
  timeoutMs: number | undefined;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  pauses: Pause[];
  pens: Pen[];
  marks: Mark[];
  /** Null if the commands do not depend on the scale. */
  stepsPerMm: number | null;
  /** Undefined if the service decides. */
  newSheet: boolean | undefined;
}

const members: readonly string[] = [
  '/script',
  '/commands',
  '/timeoutMs',
  '/stopOnError',
  '/liftPenOnFailure',
  '/name',
  '/stepsPerMm',
  '/newSheet',
];
const newline = 0x0a;
/**
 * Maximum length of a line: longer than any command, so that errors quote invalid commands. Bounds scripts
 * without line breaks.
 */
const maxLine = 4096;

/** Checks and passes on each command as it arrives, from a list or a script. */
export class JobDocument implements JsonHandler {
  readonly #onCommand: (command: string, source: CommandSource) => void;
  #form: 'script' | 'commands' | undefined;
  readonly #pauses = pausesReader();
  readonly #pens = pensReader();
  readonly #marks = marksReader();
  #options: Omit<JobOptions, 'pauses' | 'pens' | 'marks'> = {
    name: null,
    timeoutMs: undefined,
    stopOnError: true,
    liftPenOnFailure: false,
    stepsPerMm: null,
    newSheet: undefined,
  };
  #total = 0;
  #line = '';
  #lineNumber = 1;

  constructor(onCommand: (command: string, source: CommandSource) => void) {
    this.#onCommand = (command, source) => {
      this.#total++;
      onCommand(command, source);
    };
  }

  textSink(pointer: string): TextSink | undefined {
    if (pointer !== '/script') return undefined;
    this.#is('script');
    return { push: (piece) => this.#scriptText(piece) };
  }

  value(pointer: string, value: unknown): void {
    if (pointer.startsWith('/commands/')) {
      this.#is('commands');
      if (typeof value !== 'string') invalid('Each of “commands” must be a string.', pointer);
      this.#onCommand(checkCommand(value as string, pointer), { pointer });
      return;
    }
    const list = this.#listAt(pointer);
    if (list !== undefined) {
      list.value(pointer, value);
      return;
    }
    switch (pointer) {
      case '':
        throw wrong('The body must be an object.', '');
      case '/script':
        throw wrong('“script” must be a string.', pointer);
      case '/commands':
        throw wrong('“commands” must be a list of strings.', pointer);
      case '/timeoutMs':
        if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 3_600_000) {
          invalid('“timeoutMs” must be a whole number from 1 to 3600000.', pointer);
        }
        this.#options.timeoutMs = value as number;
        return;
      case '/stopOnError':
        this.#options.stopOnError = yesOrNo(value, pointer);
        return;
      case '/liftPenOnFailure':
        this.#options.liftPenOnFailure = yesOrNo(value, pointer);
        return;
      case '/newSheet':
        this.#options.newSheet = yesOrNo(value, pointer);
        return;
      case '/stepsPerMm':
        if (typeof value !== 'number' || !(value > 0 && value <= 100_000))
          invalid('“stepsPerMm” must be a number above 0, up to 100000.', pointer);
        this.#options.stepsPerMm = value as number;
        return;
      case '/name':
        if (typeof value !== 'string' || value.length > 200)
          invalid('“name” is a text of up to 200 characters.', pointer);
        this.#options.name = value as string;
        return;
    }
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    if (pointer === '' && kind === 'array') invalid('The body must be an object.', '');
    const list = this.#listAt(pointer);
    if (pointer === '/commands' && kind === 'array') this.#is('commands');
    else if (list !== undefined) list.opened(pointer, kind);
    else if (members.includes(pointer) || pointer.startsWith('/commands/')) {
      invalid(`“${pointer.split('/')[1]}” has a value of the wrong kind.`, pointer);
    }
  }

  finish(): JobOptions {
    if (this.#form === 'script') this.#endLine();
    if (this.#form === undefined) invalid('A job needs “script” or “commands”.', '');
    return {
      ...this.#options,
      pauses: this.#pauses.finish(this.#total),
      pens: this.#pens.finish(this.#total),
      marks: this.#marks.finish(this.#total),
    };
  }

  #listAt(pointer: string) {
    return [this.#pauses, this.#pens, this.#marks].find((list) => list.reads(pointer));
  }

  #is(form: 'script' | 'commands'): void {
    if (this.#form !== undefined && this.#form !== form) {
      invalid('A job has either “script” or “commands”, not both.', `/${form}`);
    }
    this.#form = form;
  }

  #scriptText(piece: Buffer): void {
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      this.#line += piece.toString('latin1', from, end);
      this.#endLine();
      from = end + 1;
    }
    this.#line += piece.toString('latin1', from);
    if (this.#line.length > maxLine && !isSkipped(this.#line)) {
      throw new AppError('invalid-command', `Line ${this.#lineNumber} of the script is too long.`, {
        pointer: '/script',
      });
    }
    // The first character of a comment is enough.
    if (this.#line.length > maxLine) this.#line = trimmed(this.#line).slice(0, 1);
  }

  #endLine(): void {
    const pointer = '/script';
    if (!isSkipped(this.#line)) {
      this.#onCommand(checkCommand(this.#line, pointer), { pointer, line: this.#lineNumber });
    }
    this.#line = '';
    this.#lineNumber++;
  }
}

function yesOrNo(value: unknown, pointer: string): boolean {
  if (typeof value !== 'boolean') invalid(`“${pointer.slice(1)}” must be true or false.`, pointer);
  return value as boolean;
}

function wrong(message: string, pointer: string): AppError {
  return new AppError('invalid-request', message, { pointer });
}

function invalid(message: string, pointer: string): never {
  throw wrong(message, pointer);
}

function pausesReader(): ListReader<Pause> {
  return new ListReader<Pause>({
    name: 'pauses',
    form: '{"before": index of a command, "reason": text of 1 to 200 characters}',
    members: { before: isIndex, reason: isText, at: isPlace },
    optional: ['at'],
    command: 'before',
    purpose: 'wait before',
  });
}

function pensReader(): ListReader<Pen> {
  return new ListReader<Pen>({
    name: 'pens',
    form: '{"name": text of 1 to 200 characters, "colour": "#rrggbb", "from": index of a command}',
    members: { name: isText, colour: isColour, from: isIndex, dip: isDip },
    optional: ['dip'],
    command: 'from',
    purpose: 'draw from',
  });
}

function marksReader(): ListReader<Mark> {
  const isMm = (value: unknown) => typeof value === 'number' && Math.abs(value) <= 100_000;
  return new ListReader<Mark>({
    name: 'marks',
    form: '{"xMm": number, "yMm": number}',
    members: { xMm: isMm, yMm: isMm },
    most: 20,
  });
}

function isPlace(value: unknown): boolean {
  return isDip(value) && !(value as string).includes('/');
}

function isDip(value: unknown): boolean {
  try {
    return typeof value === 'string' && placesOfDip(value).length > 0;
  } catch {
    return false;
  }
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
