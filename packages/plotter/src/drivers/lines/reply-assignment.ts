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
 * Returns how many of the oldest debts a last line settles: it answers the last of them, and the others never will be
 * answered. A device answers in order, so a line pays the oldest debt, unless its word shows that it cannot.
 * `unsure`: it settles the oldest debt if no better answer comes. Without `words` the firmware is ours.
 */
export function paidBy(
  entries: readonly Owed[],
  terminal: Terminal,
  words: ReplyWords | undefined,
): number | 'unsure' {
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
