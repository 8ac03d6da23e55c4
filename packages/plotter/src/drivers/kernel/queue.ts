import type { SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { LinkEvent } from '../link.ts';
import type { Ending, Pending } from './pending.ts';

/** How commands end. Both are required, so that an unsent command cannot be counted as timed out. */
export interface Endings {
  sent: Ending | ((command: string) => Ending);
  unsent: Ending;
}

export const stopped: Endings = {
  sent: (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
  unsent: { kind: 'aborted', reason: { code: 'stopped-unsent' } },
};

interface QueueDeps<T extends Pending> {
  clock: Clock;
  tell: (event: LinkEvent) => void;
  /** Whether the timer of the oldest command runs. It starts when all earlier commands were carried out. */
  isTimed: (oldest: T) => boolean;
  /** Called when the oldest command timed out. Return false to give it the same time again. */
  onLate: (oldest: T) => boolean;
}

/** Commands that were begun but not carried out, in order. The last of them wait to be sent. */
export class CommandQueue<T extends Pending> {
  readonly #deps: QueueDeps<T>;
  #entries: T[] = [];
  #waiting: T[] = [];
  #timed: T | undefined;
  #cancelTimer: () => void = () => {};
  #whyImpatient: SendReason | undefined;

  constructor(deps: QueueDeps<T>) {
    this.#deps = deps;
  }

  get entries(): readonly T[] {
    return this.#entries;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  get oldest(): T | undefined {
    return this.#entries[0];
  }

  /** The oldest command that was accepted and not carried out. */
  get underWay(): T | undefined {
    const [first] = this.#entries;
    return first?.reply && first;
  }

  get next(): T | undefined {
    return this.#waiting[0];
  }

  add(entry: T): void {
    this.#entries.push(entry);
    this.#waiting.push(entry);
    if (this.#whyImpatient !== undefined) this.#hurry(entry, this.#whyImpatient);
    if (this.#entries.length === 1) this.#watchOldest();
  }

  takeNext(): T | undefined {
    return this.#waiting.shift();
  }

  putBack(entry: T): void {
    entry.isSent = false;
    this.#waiting.unshift(entry);
  }

  /** Removes a waiting command. Returns false if it was sent or removed already. */
  remove(entry: T): boolean {
    const at = this.#waiting.indexOf(entry);
    if (at < 0 || entry.isSent) return false;
    this.#waiting.splice(at, 1);
    this.drop(entry);
    return true;
  }

  /** Stops waiting for a command whose outcome will not be known. */
  drop(entry: T): void {
    const at = this.#entries.indexOf(entry);
    if (at < 0) return;
    this.#entries.splice(at, 1);
    this.#watchOldest();
  }

  /** Called when the machine has accepted or refused a command, which is carried out at `credit(mark)`. */
  accept(entry: T, terminalLine: string, ok: boolean, mark: number): void {
    entry.isSent = true;
    entry.mark = mark;
    const reply = entry.accept(terminalLine, ok);
    if (entry.isLive) this.#deps.tell({ type: 'accepted', reply });
    if (entry === this.oldest) this.#watchOldest();
  }

  /** Called when the machine has reached this mark. Returns whether any command was carried out. */
  credit(upTo: number, onCredited?: (entry: T) => void): boolean {
    let isFarther = false;
    for (let [first] = this.#entries; first?.reply && first.mark <= upTo; [first] = this.#entries) {
      isFarther = true;
      this.#entries.shift();
      if (first.isLive) this.#deps.tell({ type: 'reply', reply: first.reply });
      if (first.isLive) onCredited?.(first);
      first.execute();
    }
    this.#watchOldest();
    return isFarther;
  }

  /** Abandons a command whose caller no longer waits; the sent part is still carried out. */
  abandon(entry: T): void {
    const { command } = entry;
    if (this.remove(entry)) {
      entry.fail({ kind: 'aborted', reason: { code: 'abandoned-unsent', command } });
      return;
    }
    this.#deps.tell({ type: 'unanswered', line: command });
    entry.fail({ kind: 'aborted', reason: { code: 'abandoned', command } });
  }

  withdraw(which: (entry: T) => boolean = () => true): void {
    for (const entry of this.#waiting.filter((each) => !each.isSent && which(each))) this.abandon(entry);
  }

  /** Fails the commands for which an ending is returned. Returns those of them that were sent and are in doubt. */
  failWhere(endingOf: (entry: T) => Ending | undefined): string[] {
    const owed: string[] = [];
    const failed = new Map<T, Ending>();
    for (const entry of this.#entries) {
      const ending = endingOf(entry);
      if (ending === undefined) continue;
      failed.set(entry, ending);
      if (entry.isSent && entry.isLive) owed.push(entry.command);
    }
    if (failed.size === 0) return owed;
    this.#entries = this.#entries.filter((entry) => !failed.has(entry));
    this.#waiting = this.#waiting.filter((entry) => !failed.has(entry));
    this.#watchOldest();
    for (const [entry, ending] of failed) entry.fail(ending);
    return owed;
  }

  end({ sent, unsent }: Endings): string[] {
    this.#whyImpatient = undefined;
    return this.failWhere(({ isSent, command }) => {
      if (!isSent) return unsent;
      return typeof sent === 'function' ? sent(command) : sent;
    });
  }

  /** Makes each command wait no longer than its own timeout, because the line is in doubt. */
  waitImpatiently(why: SendReason): void {
    if (this.#whyImpatient !== undefined) return;
    this.#whyImpatient = why;
    for (const entry of this.#waiting) this.#hurry(entry, why);
  }

  waitFreely(): void {
    if (this.#whyImpatient === undefined) return;
    this.#whyImpatient = undefined;
    for (const entry of this.#waiting) entry.stopTimer();
  }

  #hurry(entry: T, reason: SendReason): void {
    entry.startTimer(this.#deps.clock, () => {
      if (this.remove(entry)) entry.fail({ kind: 'not-ready', reason });
    });
  }

  #watchOldest(): void {
    const { clock, isTimed, onLate } = this.#deps;
    const [first] = this.#entries;
    const timed = first?.isLive && isTimed(first) ? first : undefined;
    if (timed === this.#timed) return;
    this.#cancelTimer();
    this.#timed = timed;
    if (timed === undefined) return;
    const start = () => {
      this.#cancelTimer = clock.after(timed.timeoutMs, () => {
        if (timed.isLive && !onLate(timed)) start();
      });
    };
    start();
  }
}

export function tellUnanswered(tell: (event: LinkEvent) => void, commands: readonly string[]): void {
  for (const line of commands) tell({ type: 'unanswered', line });
}
