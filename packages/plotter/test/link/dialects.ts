import { plotterCommands } from '@stationery/contract/plotter-commands';
import { verbOf } from '../../src/drivers/language/our-language.ts';

/** Reply format of third-party firmware. */
export interface Dialect {
  name: string;
  /** The word after `OK`; empty if there is none. */
  word(verb: string): string;
  /** Builds a last line from its word and the trace that identifies the execution. */
  good(word: string, trace: string): string;
  bad(trace: string): string;
  /** Echoes the command before it answers. */
  echoes: boolean;
}

const standard = new Map(plotterCommands.map(({ verb, word }) => [verb, word]));
const ofItsOwn: Record<string, string> = {
  MOVE: 'MOVED',
  PENUP: 'UP',
  PENDOWN: 'DOWN',
  SPEED: 'SET',
  HOME: 'HOMED',
  WAIT: 'WAITED',
};

const plain = {
  word: (verb: string) => standard.get(verb) ?? 'PEN_UP',
  good: (word: string, trace: string) => `OK ${word} ${trace}`,
  bad: (trace: string) => `ERROR unknown ${trace}`,
  echoes: false,
};
const ownWord = (verb: string) => ofItsOwn[verb] ?? `${verb}ED`;

export const dialects: readonly Dialect[] = [
  { ...plain, name: 'our words' },
  { ...plain, name: 'OK MOVED', word: ownWord },
  { ...plain, name: 'HOME → OK MOVE', word: (verb) => (verb === 'HOME' ? 'MOVE' : plain.word(verb)) },
  // The trace is in brackets, so that it is not a word.
  {
    ...plain,
    name: 'ok',
    word: () => '',
    good: (_, trace) => `ok (${trace})`,
    bad: (trace) => `error:${trace}`,
  },
  { ...plain, name: 'OK DONE', word: () => 'DONE' },
  {
    ...plain,
    name: 'OK<TAB>MOVED',
    word: ownWord,
    good: (word, trace) => `OK\t${word}\t${trace}`,
    bad: (trace) => `Error: ${trace}`,
  },
  {
    ...plain,
    name: '> ok:moved',
    word: ownWord,
    good: (word, trace) => ` > ok:${word.toLowerCase()} ${trace}`,
  },
  { ...plain, name: 'echo, OK MOVED', word: ownWord, echoes: true },
];

export const wordFor = (dialect: Dialect, line: string) => dialect.word(verbOf(line));
