import type { SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { verbOf } from '../language/our-language.ts';
import { LinkError, type Reply } from '../link.ts';
import type { Outcome } from './executions.ts';
import type { Ledger, Owed } from './ledger.ts';

/** A device that talks without end must not fill the memory. */
const longestReplyLines = 10_000;
/** The longest that a timer of Node can wait; beyond, it would ring at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface ExchangeParts {
  line: string;
  timeoutMs: number;
  /** The session of the link in which it may be sent. */
  session: number;
  signal?: AbortSignal | undefined;
  resolve: (reply: Reply) => void;
  reject: (error: LinkError) => void;
  /** Called when it was carried out. */
  outcome?: Outcome;
  /** Others may be sent before it was carried out. */
  isAhead?: boolean;
  /** Sent by the driver for itself, and reported to no one else. */
  isOwn?: boolean;
}

/** One command and its outcome. It is live until the outcome was reported, which happens once. */
export class Exchange implements Owed {
  readonly isBarrier = false;
  readonly line: string;
  readonly verb: string;
  readonly timeoutMs: number;
  /** An acknowledgement came while it waited that is another command's as far as is known. */
  heardAnothersWord = false;
  /** How many silences of the line had passed when it was written. */
  silencesBefore = 0;
  session: number;
  /** The number that a board with buffered motion gave it. */
  number: number | undefined;
  readonly #parts: ExchangeParts;
  readonly #lines: string[] = [];
  #isLive = true;
  #isRepeated = false;
  #cancelTimer: (() => void) | undefined;
  #onAbort: (() => void) | undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
    this.line = parts.line;
    this.verb = verbOf(parts.line);
    this.session = parts.session;
    this.timeoutMs = Math.min(parts.timeoutMs, longestTimerMs);
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get outcome(): Outcome | undefined {
    return this.#parts.outcome;
  }

  get signal(): AbortSignal | undefined {
    return this.#parts.signal;
  }

  get isAhead(): boolean {
    return this.#parts.isAhead ?? false;
  }

  get isOwn(): boolean {
    return this.#parts.isOwn ?? false;
  }

  /** Replaces the timer that runs, if one does. */
  startTimer(clock: Clock, onTime: () => void): void {
    this.#cancelTimer?.();
    this.#cancelTimer = clock.after(this.timeoutMs, onTime);
  }

  stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  onAbort(run: () => void): void {
    this.#onAbort = run;
    this.#parts.signal?.addEventListener('abort', run, { once: true });
  }

  take(line: string): void {
    if (this.#lines.length < longestReplyLines) this.#lines.push(line);
  }

  /** The reply does not count, once: the same is sent again. False where it was sent again before. */
  repeat(): boolean {
    if (!this.#isLive || this.#isRepeated) return false;
    this.#isRepeated = true;
    this.#lines.length = 0;
    this.stopTimer();
    return true;
  }

  /** Gives the reply; undefined where it was over before. */
  succeed(terminalLine: string, ok: boolean): Reply | undefined {
    if (!this.#end()) return undefined;
    this.#lines.push(terminalLine);
    const reply = { sent: this.line, ok, terminalLine, lines: this.#lines };
    this.#parts.resolve(reply);
    return reply;
  }

  fail(kind: LinkError['kind'], reason: SendReason): void {
    if (!this.#end()) return;
    const error = new LinkError(kind, reason, this.line, this.#lines);
    this.#parts.reject(error);
    this.#parts.outcome?.reject(error);
  }

  #end(): boolean {
    if (!this.#isLive) return false;
    this.#isLive = false;
    this.stopTimer();
    if (this.#onAbort !== undefined) this.#parts.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

/** The link's own command: when its word comes back, everything before it has been answered or never will be. */
export class Barrier implements Owed {
  readonly isBarrier = true;
  readonly isLive = false;
  readonly timeoutMs = 0;
  readonly verb = 'SYNC';
  readonly line: string;

  constructor(number: number) {
    this.line = `SYNC ${number}`;
  }
}

/** Which replies the board owes. */
export type LineLedger = Ledger<Exchange | Barrier>;
