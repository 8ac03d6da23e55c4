import { AppError } from '@stationery/core';
import { type FoundMark, isDip } from '@stationery/drawing';
import type { JsonHandler, TextSink } from '@stationery/http';
import type { Mark, Pause, Pen } from '../../store/job.ts';
import { checkCommand, isSkipped, trimmed } from '../check/command-line.ts';
import type { CommandSource } from '../check/limit-guard.ts';
import { isIndex, isText, ListReader } from './list-reader.ts';

interface JobOptions {
  name: string | null;
  timeoutMs: number | undefined;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  pauses: Pause[];
  pens: Pen[];
  marks: Mark[];
  foundMarks: FoundMark[];
  /** Null if the commands do not depend on the scale. */
  stepsPerMm: number | null;
  /** Undefined if the service decides. */
  newSheet: boolean | undefined;
}

type SimpleOptions = Omit<JobOptions, 'pauses' | 'pens' | 'marks' | 'foundMarks'>;

const isFlag = (value: unknown) => typeof value === 'boolean';
const flag = [isFlag, 'must be true or false.'] as const;

/** Whether the value is valid, and the message if it is not. */
const members: {
  readonly [Name in keyof SimpleOptions]: readonly [(value: unknown) => boolean, message: string];
} = {
  name: [
    (value) => typeof value === 'string' && value.length <= 200,
    'must be a text of up to 200 characters.',
  ],
  timeoutMs: [
    (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 3_600_000,
    'must be a whole number from 1 to 3600000.',
  ],
  stepsPerMm: [
    (value) => typeof value === 'number' && value > 0 && value <= 100_000,
    'must be a number above 0, up to 100000.',
  ],
  stopOnError: flag,
  liftPenOnFailure: flag,
  newSheet: flag,
};
const isMember = (name: string): name is keyof SimpleOptions => Object.hasOwn(members, name);
const newline = 0x0a;
/**
 * Longer than any command, so that errors can quote invalid commands. Bounds the memory for scripts without line
 * breaks.
 */
const maxLine = 4096;

export class JobDocument implements JsonHandler {
  readonly #onCommand: (command: string, source: CommandSource) => void;
  #form: 'script' | 'commands' | undefined;
  readonly #pauses = new ListReader<Pause>({
    name: 'pauses',
    form: '{"before": index of a command, "reason": text of 1 to 200 characters}',
    members: { before: isIndex, reason: isText, at: isPlace },
    optional: ['at'],
    command: 'before',
    purpose: 'wait before',
  });
  readonly #pens = new ListReader<Pen>({
    name: 'pens',
    form: '{"name": text of 1 to 200 characters, "colour": "#rrggbb", "from": index of a command}',
    members: { name: isText, colour: isColour, from: isIndex, dip: isDip },
    optional: ['dip'],
    command: 'from',
    purpose: 'draw from',
  });
  readonly #marks = new ListReader<Mark>({
    name: 'marks',
    form: '{"xMm": number, "yMm": number}',
    members: { xMm: isMm, yMm: isMm },
    most: 20,
  });
  readonly #foundMarks = foundMarksReader();
  #options: SimpleOptions = {
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
      this.#onCommand(checkCommand(value, pointer), { pointer });
      return;
    }
    const list = this.#listAt(pointer);
    if (list !== undefined) {
      list.value(pointer, value);
      return;
    }
    const name = pointer.slice(1);
    if (pointer === '') invalid('The body must be an object.', '');
    if (pointer === '/script') invalid('“script” must be a string.', pointer);
    if (pointer === '/commands') invalid('“commands” must be a list of strings.', pointer);
    if (!isMember(name)) return;
    const [isValid, message] = members[name];
    if (!isValid(value)) invalid(`“${name}” ${message}`, pointer);
    this.#options = { ...this.#options, [name]: value };
  }

  opened(pointer: string, kind: 'object' | 'array'): void {
    if (pointer === '' && kind === 'array') invalid('The body must be an object.', '');
    const list = this.#listAt(pointer);
    if (pointer === '/commands' && kind === 'array') this.#is('commands');
    else if (list !== undefined) list.opened(pointer, kind);
    else {
      const [, name = ''] = pointer.split('/');
      const isKnown = isMember(pointer.slice(1)) || name === 'script' || name === 'commands';
      if (isKnown) invalid(`“${name}” has a value of the wrong kind.`, pointer);
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
      foundMarks: this.#foundMarks.finish(this.#total).map((mark) => ({
        at: { xMm: mark['at/xMm'], yMm: mark['at/yMm'] },
        found: { xMm: mark['found/xMm'], yMm: mark['found/yMm'] },
      })),
    };
  }

  #listAt(pointer: string) {
    return [this.#pauses, this.#pens, this.#marks, this.#foundMarks].find((list) => list.reads(pointer));
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
    // Of a long comment, keep only the first character, which shows that it is a comment.
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

function invalid(message: string, pointer: string): never {
  throw new AppError('invalid-request', message, { pointer });
}

const isMm = (value: unknown) => typeof value === 'number' && Math.abs(value) <= 100_000;

function foundMarksReader() {
  const members = { 'at/xMm': isMm, 'at/yMm': isMm, 'found/xMm': isMm, 'found/yMm': isMm };
  return new ListReader<Record<keyof typeof members, number>>({
    name: 'foundMarks',
    form: '{"at": {"xMm": number, "yMm": number}, "found": {"xMm": number, "yMm": number}}',
    members,
    most: 20,
  });
}

function isPlace(value: unknown): boolean {
  return isDip(value) && !value.includes('/');
}

function isColour(value: unknown): boolean {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}
