import { verbOf } from '../language/our-language.ts';
import { canAcknowledge, firmwareCommands } from './grammar.ts';

/** `unsure`: the word is another command's as far as is known, but of this one too little is known to say no. */
export type WordVerdict = 'answers' | 'unsure' | 'cannot';

interface Learned {
  readonly words: Set<string>;
  /** How often it was answered by one of these words since the last surprise. */
  times: number;
}

/** So often a command must have been answered by its own words before another's word cannot be its reply. */
const timesToBeSure = 3;
/** A word that has answered this many different commands does not identify any of them: `OK DONE`. */
const commandsOfCommonWord = 2;
/** Limits of what is learned from a board. */
const maxVerbs = 64;
const maxWords = 16;

const ownWord = new Map(firmwareCommands.map(({ verb, word }) => [verb, word]));
const wordOwner = new Map(firmwareCommands.map(({ verb, word }) => [word, verb]));

/**
 * Which words answer which command on a board whose firmware is not ours. Learned from exchanges with one command
 * in flight and nothing owed, and forgotten with the connection. It only ever tells a stray acknowledgement from
 * a reply: a board that uses other words for a command than before is believed after a short wait.
 */
export class ReplyWords {
  readonly #learned = new Map<string, Learned>();
  /** Commands that were not answered by anything but another's word: of these nothing is ever sure again. */
  readonly #varying = new Set<string>();
  /** Words that came while more than one reply was owed: too little to learn from, enough to be unsure. */
  readonly #heardInDoubt = new Map<string, string>();

  verdict(command: string, word: string): WordVerdict {
    // The number of a barrier is used once: it can never be another's.
    if (word.startsWith('SYNC_')) return canAcknowledge(command, word) ? 'answers' : 'cannot';
    const verb = verbKey(command);
    const key = wordKey(word);
    const own = this.#learned.get(verb);
    if (own?.words.has(key) || ownWord.get(verb) === word) return 'answers';
    const isSure = own !== undefined && own.times >= timesToBeSure && !this.#varying.has(verb);
    if (!this.#isAnothers(verb, key)) return this.#isPerhapsAnothers(verb, key) ? 'unsure' : 'answers';
    if (isSure) return 'cannot';
    return key === '' || this.#isCommon(key) ? 'answers' : 'unsure';
  }

  /** `isSurprise`: it was believed only because no other reply came. */
  learn(command: string, word: string, isSurprise: boolean): void {
    const verb = verbKey(command);
    const key = wordKey(word);
    const own = this.#learned.get(verb);
    if (own === undefined) {
      if (this.#learned.size < maxVerbs) this.#learned.set(verb, { words: new Set([key]), times: 1 });
      return;
    }
    const isKnown = own.words.has(key);
    if (!isKnown && own.words.size < maxWords) own.words.add(key);
    if (isSurprise) own.times = 0;
    else if (isKnown) own.times++;
  }

  /** The reply came while the line was in doubt, so it may have been another command's. */
  heardInDoubt(command: string, word: string): void {
    const key = wordKey(word);
    if (key !== '' && this.#heardInDoubt.size < maxVerbs) this.#heardInDoubt.set(key, verbKey(command));
  }

  /** The command was answered by nothing but a word that could not be its own: perhaps it was its reply after all. */
  contradicted(command: string): void {
    if (this.#varying.size < maxVerbs) this.#varying.add(verbKey(command));
  }

  /** The port was opened or the board started: it may be another firmware. */
  forget(): void {
    this.#learned.clear();
    this.#heardInDoubt.clear();
  }

  /** Another board may take its place. */
  forgetBoard(): void {
    this.forget();
    this.#varying.clear();
  }

  #isAnothers(verb: string, key: string): boolean {
    const owner = wordOwner.get(key);
    // A command that only this firmware has may well say one of our words: `X100` is answered `OK MOVE`.
    if (owner !== undefined && owner !== verb && ownWord.has(verb)) return true;
    for (const [other, { words }] of this.#learned) if (other !== verb && words.has(key)) return true;
    return false;
  }

  #isPerhapsAnothers(verb: string, key: string): boolean {
    const heardFor = this.#heardInDoubt.get(key);
    return heardFor !== undefined && heardFor !== verb;
  }

  #isCommon(key: string): boolean {
    let count = 0;
    for (const [verb, { words }] of this.#learned) {
      if (words.has(key) && ownWord.get(verb) !== key) count++;
    }
    return count >= commandsOfCommonWord;
  }
}

/** `X-200` and `X100` are the same command. */
function verbKey(command: string): string {
  const verb = verbOf(command);
  return /^[A-Z_]{1,32}/.exec(verb)?.[0] ?? verb.slice(0, 32);
}

/** Numbers and signs behind `OK` differ from reply to reply and name no command: they count as no word. */
function wordKey(word: string): string {
  return /^[A-Z_]{1,32}/.exec(word)?.[0] ?? '';
}
