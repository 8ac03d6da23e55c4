import type { PlainLinkReason, SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { LinkError, type Reply } from '../link.ts';

/** Called when a command was carried out. */
export interface Outcome {
  resolve: () => void;
  reject: (error: LinkError) => void;
}

/** A command that the board has answered, and that comes behind others which it has not carried out yet. */
export interface Execution {
  reply: Reply;
  /** Its number among the queued commands; undefined where there is nothing to carry out. */
  number: number | undefined;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  outcome: Outcome;
}

export interface ExecutionsParts {
  clock: Clock;
  /** In the order of the commands. */
  carriedOut(reply: Reply): void;
  /** A command takes longer than it may, or its caller no longer waits: how far it came will not be known. */
  givenUp(reason: PlainLinkReason & { command: string }): void;
  /** The board has not reported for some time what was carried out: its report may have been lost. */
  silent(): void;
}

interface Pending extends Execution {
  forget: () => void;
}

/** How long to wait for the report that a command was carried out before the board is asked. */
const silenceMs = 1_000;

/**
 * What a board with buffered motion has taken and not carried out. It reports how many it has carried out; a command is
 * done when its number is reached, and so is everything before it.
 */
export class Executions {
  readonly #parts: ExecutionsParts;
  #pending: Pending[] = [];
  #lastNumber = 0;
  #doneCount = 0;
  #timed: Pending | undefined;
  #cancelTimer: () => void = () => {};
  #cancelWatch: () => void = () => {};
  #isStopped = false;

  constructor(parts: ExecutionsParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#pending.length;
  }

  get commands(): string[] {
    return this.#pending.map(({ reply }) => reply.sent);
  }

  get oldest(): string | undefined {
    return this.#pending[0]?.reply.sent;
  }

  /** The board counts from zero again. */
  restart(): void {
    this.#lastNumber = 0;
    this.#doneCount = 0;
  }

  add(execution: Execution): void {
    const { signal } = execution;
    const onAbort = () => this.#giveUp(pending, 'aborted');
    const pending = { ...execution, forget: () => signal?.removeEventListener('abort', onAbort) };
    this.#pending.push(pending);
    this.#lastNumber = execution.number ?? this.#lastNumber;
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#settle();
    if (this.#pending.length === 1) this.#watch();
  }

  /** The board says that it has carried out so many. The reply to the last of them may still be on its way. */
  done(count: number): void {
    if (count > this.#lastNumber + 1) return;
    this.#doneCount = Math.max(this.#doneCount, count);
    this.#settle();
    this.#watch();
  }

  /** A stop was sent: what is not carried out by the time it is answered was dropped. */
  stopped(): void {
    this.#isStopped = true;
  }

  /**
   * All motion has ended, and the board has said how much was carried out. Of the rest nothing is known: it was dropped by
   * a stop or in an unnoticed restart, or the report of the board was lost. Gives these commands.
   */
  atRest(): string[] {
    const { commands } = this;
    if (this.#isStopped) this.failAll('aborted', (command) => ({ code: 'stopped-unfinished', command }));
    else this.failAll('timeout', (command) => ({ code: 'reply-lost', command }));
    return commands;
  }

  failAll(kind: LinkError['kind'], reason: (command: string) => SendReason): void {
    const all = this.#pending;
    this.#pending = [];
    this.#isStopped = false;
    this.#startTimer();
    this.#watch();
    for (const { reply, outcome, forget } of all) {
      forget();
      outcome.reject(new LinkError(kind, reason(reply.sent), reply.sent, reply.lines));
    }
  }

  #watch(): void {
    this.#cancelWatch();
    this.#cancelWatch =
      this.#pending.length === 0
        ? () => {}
        : this.#parts.clock.after(silenceMs, () => {
            this.#parts.silent();
            this.#watch();
          });
  }

  #settle(): void {
    for (let first = this.#pending[0]; first !== undefined; first = this.#pending[0]) {
      if (first.number !== undefined && first.number > this.#doneCount) break;
      this.#pending.shift();
      first.forget();
      first.outcome.resolve();
      this.#parts.carriedOut(first.reply);
    }
    this.#startTimer();
  }

  /** The time of a command counts from when all before it have been carried out. */
  #startTimer(): void {
    const first = this.#pending[0];
    if (first === this.#timed) return;
    this.#cancelTimer();
    this.#timed = first;
    this.#cancelTimer =
      first === undefined
        ? () => {}
        : this.#parts.clock.after(Math.min(first.timeoutMs, longestTimerMs), () =>
            this.#giveUp(first, 'timeout'),
          );
  }

  #giveUp(pending: Pending, kind: 'timeout' | 'aborted'): void {
    const at = this.#pending.indexOf(pending);
    if (at < 0) return;
    this.#pending.splice(at, 1);
    pending.forget();
    this.#startTimer();
    const { reply, outcome } = pending;
    const reason = { code: kind === 'timeout' ? 'unanswered' : 'abandoned', command: reply.sent } as const;
    outcome.reject(new LinkError(kind, reason, reply.sent, reply.lines));
    this.#parts.givenUp(reason);
  }
}

/** The longest that a timer of Node can wait. */
const longestTimerMs = 2 ** 31 - 1;
