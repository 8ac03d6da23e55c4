import { canAcknowledge, ownWord } from './grammar.ts';
import type { ReplyWords, WordVerdict } from './reply-words.ts';
import type { Terminal } from './terminal-line.ts';

export interface PendingLine {
  readonly line: string;
  readonly verb: string;
  /** Whether the driver itself sent this line; only its own acknowledgement answers it. */
  readonly isBarrier: boolean;
}

/**
 * Returns how many of the oldest owed replies a last line settles; it answers the last of these, and the others will
 * never be answered. A device answers in order, so a line settles one, unless its word cannot belong to the oldest
 * entry. `unsure`: it settles one if no better answer comes. Without `words` the firmware is ours.
 */
export function paidBy(
  entries: readonly PendingLine[],
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

/** The number of a barrier is used once, so it cannot be mistaken. */
export function isBarrierWord(terminal: Terminal): boolean {
  return terminal.kind === 'ok' && terminal.word.startsWith('SYNC_');
}

/** The words of our firmware are exact, so a word changed by noise never matches. */
function ourVerdict(entry: PendingLine, word: string, isAlone: boolean): WordVerdict {
  if (ownWord.has(entry.verb)) return names(entry, word) ? 'answers' : 'cannot';
  // Newer firmware may use an unknown word, but it may also be a garbled word that answers a later line.
  return isAlone && canAcknowledge(entry.line, word) ? 'answers' : 'cannot';
}

/**
 * A barrier that fails was garbled, or the error is late: neither proves anything. Nor does an error after STOP, which
 * our firmware never refuses and which is sent while other replies are owed.
 */
function mayFail(entry: PendingLine, isOurFirmware: boolean): boolean {
  return !entry.isBarrier && !(isOurFirmware && entry.verb === 'STOP');
}

function names({ line, verb }: PendingLine, word: string): boolean {
  if (verb === 'SYNC') return word.startsWith('SYNC_') && canAcknowledge(line, word);
  return ownWord.get(verb) === word;
}
