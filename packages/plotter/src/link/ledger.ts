import { canAcknowledge, commandSet, type Terminal, verbOf } from '../firmware/grammar.ts';

const knownVerbs = new Set(commandSet.map(({ verb }) => verb));

/** One line that was written and not answered yet. */
export interface Owed {
  readonly line: string;
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

  /** How many of the oldest debts the line settles: the last of them is answered by it, the others never will be. */
  paidBy(terminal: Terminal, isOurFirmware: boolean): number {
    const entries = this.#entries;
    if (terminal.kind === 'error') {
      // An error names no command. A barrier that it might answer was not understood, or the error is a late
      // one: neither proves anything.
      return entries.length > 0 && !entries[0]!.isBarrier ? 1 : 0;
    }
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index]!;
      if (index === 0 && !entry.isBarrier) {
        if (canAnswer(entry.line, terminal.word, isOurFirmware)) return 1;
      } else if (names(entry.line, terminal.word)) {
        return index + 1;
      }
    }
    return 0;
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

/** Firmware that is not ours may answer a command of its own with any word, also with one of ours. */
function canAnswer(command: string, word: string, isOurFirmware: boolean): boolean {
  if (canAcknowledge(command, word)) return true;
  return !isOurFirmware && !word.startsWith('SYNC_') && !knownVerbs.has(verbOf(command));
}

/** Not only possible but said: the word is this command's own. */
function names(command: string, word: string): boolean {
  const verb = verbOf(command);
  if (verb === 'SYNC') return word.startsWith('SYNC_') && canAcknowledge(command, word);
  return commandSet.some((shape) => shape.verb === verb && shape.word === word);
}
