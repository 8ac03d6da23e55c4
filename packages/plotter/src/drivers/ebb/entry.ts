import type { SendReason } from '@stationery/contract';
import type { Begun } from '../driver.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';
import type { Action } from './ebb-language.ts';

/** A command that was given to the driver, until it was carried out. */
export class Entry {
  readonly command: string;
  action: Action;
  readonly begun: Begun;
  readonly timeoutMs: number;
  /** Whether anything of it was, or will certainly be, sent to the board. */
  isSent = false;
  /** It is done when the board has done so many motions; undefined until all of it was sent. */
  lastMotion: number | undefined;
  reply: Reply | undefined;
  #isOver = false;
  #accept!: (reply: Reply) => void;
  #execute!: () => void;
  #rejectAccepted!: (error: LinkError) => void;
  #rejectExecuted!: (error: LinkError) => void;
  #forgetSignal: () => void = () => undefined;

  constructor(command: string, action: Action, { timeoutMs }: SendOptions) {
    this.command = command;
    this.action = action;
    this.timeoutMs = timeoutMs;
    const accepted = new Promise<Reply>((resolve, reject) => {
      this.#accept = resolve;
      this.#rejectAccepted = reject;
    });
    const executed = new Promise<void>((resolve, reject) => {
      this.#execute = resolve;
      this.#rejectExecuted = reject;
    });
    accepted.catch(() => undefined);
    executed.catch(() => undefined);
    this.begun = { accepted, executed };
  }

  /** Whether its caller has given up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  watch(signal: AbortSignal | undefined, onAbort: () => void): void {
    if (signal === undefined) return;
    signal.addEventListener('abort', onAbort, { once: true });
    this.#forgetSignal = () => signal.removeEventListener('abort', onAbort);
  }

  accept(reply: Reply): void {
    this.reply = reply;
    this.#accept(reply);
  }

  finish(): void {
    this.#isOver = true;
    this.#forgetSignal();
    this.#execute();
  }

  fail(kind: LinkError['kind'], reason: SendReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#forgetSignal();
    const error = new LinkError(kind, reason, this.command);
    this.#rejectAccepted(error);
    this.#rejectExecuted(error);
  }
}
