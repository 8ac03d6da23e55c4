import type { Clock } from '@stationery/core';
import type { LinkError, LinkEvent, SendOptions } from '../link.ts';
import type { CommandQueue } from './command-queue.ts';
import type { Action } from './ebb-language.ts';
import { Entry } from './entry.ts';

export interface PendingCommandsParts {
  clock: Clock;
  queue: CommandQueue;
  /** Empties the queue, and what was planned with it. */
  takeAll: () => Entry[];
  tell: (event: LinkEvent) => void;
}

/** How commands begin, and how they end where the board does not carry them out: given up, too late, or in doubt. */
export class PendingCommands {
  readonly #parts: PendingCommandsParts;
  /** Sent, or about to be, when the board had to be resynchronised. */
  readonly #doubtful: Entry[] = [];
  #owed: string[] = [];

  constructor(parts: PendingCommandsParts) {
    this.#parts = parts;
  }

  begin(command: string, action: Action, options: SendOptions): Entry {
    const entry = new Entry(command, action, options);
    entry.watch(options.signal, () => this.#abandon(entry));
    this.#parts.queue.add(entry);
    this.#parts.tell({ type: 'begun', command });
    return entry;
  }

  /** Somebody waits for its end, but no longer than this. What was sent of it is still carried out. */
  limitTime(entry: Entry, ms = entry.timeoutMs): void {
    const { clock, queue } = this.#parts;
    const cancel = clock.after(ms, () => {
      if (entry.isOver) return;
      // Its time begins when those before it are done.
      const hadMs = queue.msSinceTurnOf(entry);
      if (hadMs < entry.timeoutMs) this.limitTime(entry, entry.timeoutMs - hadMs);
      else if (queue.remove(entry)) entry.fail('not-ready', { code: 'reply-owed' });
      else {
        this.#tellUnanswered(entry);
        entry.fail('timeout', { code: 'unanswered', command: entry.command });
      }
    });
    entry.begun.executed.then(cancel, cancel);
  }

  withdraw(): void {
    for (const entry of this.#parts.queue.withdraw()) failUnsent(entry);
  }

  /** The board has to be resynchronised: the next `fail` rejects all that was begun. */
  doubt(): void {
    this.#doubtful.push(...this.#parts.takeAll());
  }

  /** Rejects all that was begun; commands that were not sent may get another reason. */
  fail(
    kind: LinkError['kind'],
    reasonOf: (entry: Entry) => LinkError['reason'],
    unsent?: () => [LinkError['kind'], LinkError['reason']],
  ): void {
    this.#owed = [];
    for (const entry of [...this.#doubtful.splice(0), ...this.#parts.takeAll()]) {
      if (entry.isSent && !entry.isOver) {
        this.#owed.push(entry.command);
        this.#tellUnanswered(entry);
      }
      if (entry.isSent || unsent === undefined) entry.fail(kind, reasonOf(entry));
      else entry.fail(...unsent());
    }
  }

  /** The commands that were sent and that the last `fail` ended without a reply. */
  get owed(): readonly string[] {
    return this.#owed;
  }

  forgetOwed(): void {
    this.#owed = [];
  }

  #abandon(entry: Entry): void {
    if (this.#parts.queue.remove(entry)) failUnsent(entry);
    else {
      this.#tellUnanswered(entry);
      entry.fail('aborted', { code: 'abandoned', command: entry.command });
    }
  }

  #tellUnanswered({ command }: Entry): void {
    this.#parts.tell({ type: 'unanswered', line: command });
  }
}

function failUnsent(entry: Entry): void {
  entry.fail('aborted', { code: 'abandoned-unsent', command: entry.command });
}
