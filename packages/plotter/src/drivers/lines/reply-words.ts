import { verbOf } from '../language/our-language.ts';
import { canAcknowledge, ownWord, wordOwner } from './grammar.ts';

/** `unsure`: the word seems to belong to a different command, but too little is known of this one to exclude it. */
export type WordVerdict = 'answers' | 'unsure' | 'cannot';

interface Learned {
  readonly words: Set<string>;
  /** Number of replies with one of these words since the last reply with an unexpected word. */
  times: number;
}

/** Number of replies with a command's own words after which the words of other commands are excluded. */
const timesToBeSure = 3;
/** A word that answered this many different commands identifies none of them: `OK DONE`. */
const commandsOfCommonWord = 2;
/** Bounds what is learned from a board. */
const maxVerbs = 64;
const maxWords = 16;

/**
 * Learns which words answer which command on third-party firmware, from exchanges with one command in
 * flight. Used only to tell stray acknowledgements from replies: a board that changes its words is believed
 * after a short wait.
 */
export class ReplyWords {
  readonly #learned = new Map<string, Learned>();
  /** Commands answered only by a different command's word: nothing about them is certain. */
  readonly #varying = new Set<string>();
  /** Words that arrived while several replies were owed: not learned, but enough to be unsure. */
  readonly #heardInDoubt = new Map<string, string>();

  verdict(command: string, word: string): WordVerdict {
    // The number of a barrier is used once, so it cannot belong to a different line.
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

  /** `isSurprise`: accepted only because no other reply came. */
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

  /** The reply arrived while the line was in doubt, so it may belong to a different command. */
  heardInDoubt(command: string, word: string): void {
    const key = wordKey(word);
    if (key !== '' && this.#heardInDoubt.size < maxVerbs) this.#heardInDoubt.set(key, verbKey(command));
  }

  /**
   * Called when only a word of a different command has answered the command. That word may have been its reply after
   * all.
   */
  contradicted(command: string): void {
    if (this.#varying.size < maxVerbs) this.#varying.add(verbKey(command));
  }

  /** The port was opened or the board started: the firmware may differ. */
  forget(): void {
    this.#learned.clear();
    this.#heardInDoubt.clear();
  }

  forgetBoard(): void {
    this.forget();
    this.#varying.clear();
  }

  #isAnothers(verb: string, key: string): boolean {
    const owner = wordOwner.get(key);
    // A word of Stationery firmware belongs to its command. Exception: commands that Stationery firmware does
    // not have, such as `X100`, may be answered `OK MOVE`.
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

/** `X-200` and `X100` have the same key. */
function verbKey(command: string): string {
  const verb = verbOf(command);
  return /^[A-Z_]{1,32}/.exec(verb)?.[0] ?? verb.slice(0, 32);
}

/** Numbers and signs after `OK` vary between replies and identify no command, so they do not count as a word. */
function wordKey(word: string): string {
  return /^[A-Z_]{1,32}/.exec(word)?.[0] ?? '';
}
