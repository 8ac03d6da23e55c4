import type { SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { CommandHandle } from '../driver.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';

/** Bounds the memory used by a device that sends without end. */
const maxReplyLines = 10_000;
/** Maximum delay of a Node timer; longer ones fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export interface Ending {
  kind: LinkError['kind'];
  reason: SendReason;
}

/** A command from `begin` until it was carried out, refused or abandoned. Each promise settles once. */
export class Pending implements CommandHandle {
  readonly command: string;
  readonly accepted: Promise<Reply>;
  readonly executed: Promise<void>;
  readonly timeoutMs: number;
  /** Whether a caller waits until the command was carried out, within its timeout. */
  readonly isAwaited: boolean;
  /** The only session in which the command may be sent. */
  session: number;
  /** Whether a part of the command was written or certainly will be. */
  isSent = false;
  reply: Reply | undefined;
  /** Progress count at which the machine has carried the command out; 0 if it already has. */
  mark = 0;
  readonly #lines: string[] = [];
  readonly #signal: AbortSignal | undefined;
  #isOver = false;
  #accept!: (reply: Reply) => void;
  #execute!: () => void;
  #rejectAccepted!: (error: LinkError) => void;
  #rejectExecuted!: (error: LinkError) => void;
  #cancelTimer: (() => void) | undefined;
  #onAbort: (() => void) | undefined;

  constructor(command: string, { timeoutMs, signal, session = 0, isAwaited = false }: SendOptions) {
    this.command = command;
    this.isAwaited = isAwaited;
    this.timeoutMs = Math.min(timeoutMs, maxTimerMs);
    this.session = session;
    this.#signal = signal;
    this.accepted = new Promise((resolve, reject) => {
      this.#accept = resolve;
      this.#rejectAccepted = reject;
    });
    this.executed = new Promise((resolve, reject) => {
      this.#execute = resolve;
      this.#rejectExecuted = reject;
    });
    // Prevents unhandled rejections, because callers need not await both.
    this.accepted.then(undefined, ignore);
    this.executed.then(undefined, ignore);
  }

  get isLive(): boolean {
    return !this.#isOver;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  onAbort(run: () => void): void {
    if (this.#signal === undefined) return;
    this.#onAbort = run;
    this.#signal.addEventListener('abort', run, { once: true });
  }

  startTimer(clock: Clock, onTime: () => void, ms = this.timeoutMs): void {
    this.#cancelTimer?.();
    this.#cancelTimer = clock.after(ms, onTime);
  }

  stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  take(line: string): void {
    if (this.#lines.length < maxReplyLines) this.#lines.push(line);
  }

  forgetLines(): void {
    this.#lines.length = 0;
  }

  accept(terminalLine: string, ok: boolean): Reply {
    this.#lines.push(terminalLine);
    this.reply = { sent: this.command, ok, terminalLine, lines: this.#lines };
    this.#accept(this.reply);
    return this.reply;
  }

  execute(): void {
    if (this.#end()) this.#execute();
  }

  /** Rejects the command, because its progress is unknown or it was never sent. */
  fail({ kind, reason }: Ending): void {
    if (!this.#end()) return;
    const error = new LinkError(kind, reason, this.command, this.#lines);
    this.#rejectAccepted(error);
    this.#rejectExecuted(error);
  }

  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.stopTimer();
    if (this.#onAbort !== undefined) this.#signal!.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

const ignore = () => undefined;
