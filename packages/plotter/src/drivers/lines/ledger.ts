import { canAcknowledge, firmwareCommands } from './grammar.ts';
import type { ReplyWords, WordVerdict } from './reply-words.ts';
import type { Terminal } from './terminal-line.ts';

const ownWord = new Map(firmwareCommands.map(({ verb, word }) => [verb, word]));

/** One line that was written and not answered yet. */
export interface Owed {
  readonly line: string;
  readonly verb: string;
  /** A line of the link's own, which only its own acknowledgement answers. */
  readonly isBarrier: boolean;
}

/**
 * Which replies the device owes, in the order in which the lines were written. A device answers in that
 * order, so a last line pays the oldest debt, unless its word says that it cannot.
 */
export class Ledger<T extends Owed> {
  readonly #entries: T[] = [];

  get entries(): readonly T[] {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  get oldest(): T | undefined {
    return this.#entries[0];
  }

  add(entry: T): void {
    this.#entries.push(entry);
  }

  /**
   * How many of the oldest debts the line settles: the last of them is answered by it, the others never will be.
   * `unsure`: it settles the oldest debt if no better answer comes. Without `words` the firmware is ours.
   */
  paidBy(terminal: Terminal, words: ReplyWords | undefined): number | 'unsure' {
    const entries = this.#entries;
    if (terminal.kind === 'error') {
      // An error names no command.
      return entries.length > 0 && mayFail(entries[0]!, words === undefined) ? 1 : 0;
    }
    let verdict: WordVerdict = 'cannot';
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index]!;
      if (index === 0 && !entry.isBarrier) {
        const isAlone = entries.length === 1;
        verdict = words?.verdict(entry.line, terminal.word) ?? ourVerdict(entry, terminal.word, isAlone);
        if (verdict === 'answers') return 1;
      } else if (names(entry, terminal.word)) {
        return index + 1;
      }
    }
    return verdict === 'cannot' ? 0 : 'unsure';
  }

  takeOldest(): T | undefined {
    return this.#entries.shift();
  }

  take(count: number): T[] {
    return this.#entries.splice(0, count);
  }

  drop(unwanted: (entry: T) => boolean): void {
    for (let index = this.#entries.length - 1; index >= 0; index--) {
      if (unwanted(this.#entries[index]!)) this.#entries.splice(index, 1);
    }
  }
}

/** The acknowledgement of a barrier, whose number is used once: it can never be taken for another's. */
export function isBarrierWord(terminal: Terminal): boolean {
  return terminal.kind === 'ok' && terminal.word.startsWith('SYNC_');
}

/** Our firmware says exactly its own words, so that a word which noise has changed is not taken for anything. */
function ourVerdict(entry: Owed, word: string, isAlone: boolean): WordVerdict {
  if (ownWord.has(entry.verb)) return names(entry, word) ? 'answers' : 'cannot';
  // Newer firmware may know it. But an unknown word may be a garbled word of a later line.
  return isAlone && canAcknowledge(entry.line, word) ? 'answers' : 'cannot';
}

/**
 * A barrier that fails was garbled on its way, or the error is a late one: neither proves anything. The same
 * goes for STOP, which our firmware never refuses and which is sent while other replies are owed.
 */
function mayFail(entry: Owed, isOurFirmware: boolean): boolean {
  return !entry.isBarrier && !(isOurFirmware && entry.verb === 'STOP');
}

/** Not only possible but said: the word is this command's own. */
function names({ line, verb }: Owed, word: string): boolean {
  if (verb === 'SYNC') return word.startsWith('SYNC_') && canAcknowledge(line, word);
  return ownWord.get(verb) === word;
}
