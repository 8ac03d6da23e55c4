import type { SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { LinkError } from '../link.ts';
import type { Exchange } from './exchange.ts';

/**
 * Commands that are not written yet, in order. While the link resynchronises, each waits no longer
 * than its own time; behind a command that is merely busy it waits for as long as that takes.
 */
export class SendQueue {
  readonly #clock: Clock;
  #waiting: Exchange[] = [];
  #whyImpatient: SendReason | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(exchange: Exchange): void {
    this.#waiting.push(exchange);
    if (this.#whyImpatient !== undefined) this.#hurry(exchange, this.#whyImpatient);
  }

  /** Before all others. */
  putBack(exchange: Exchange): void {
    this.#waiting.unshift(exchange);
  }

  get first(): Exchange | undefined {
    return this.#waiting[0];
  }

  /** What was sent ahead is not sent after all. */
  withdraw(): void {
    const ahead = this.#waiting.filter(({ isAhead }) => isAhead);
    this.#waiting = this.#waiting.filter(({ isAhead }) => !isAhead);
    for (const exchange of ahead)
      exchange.fail('aborted', { code: 'abandoned-unsent', command: exchange.line });
  }

  take(): Exchange | undefined {
    return this.#waiting.shift();
  }

  remove(exchange: Exchange): boolean {
    const index = this.#waiting.indexOf(exchange);
    if (index < 0) return false;
    this.#waiting.splice(index, 1);
    return true;
  }

  failAll(kind: LinkError['kind'], reason: SendReason): void {
    const all = this.#waiting;
    this.#waiting = [];
    this.#whyImpatient = undefined;
    for (const exchange of all) exchange.fail(kind, reason);
  }

  /** Those that were asked for in another session than this one. */
  failOthers(session: number, reason: SendReason): void {
    const others = this.#waiting.filter((exchange) => exchange.session !== session);
    this.#waiting = this.#waiting.filter((exchange) => exchange.session === session);
    for (const exchange of others) exchange.fail('other-session', reason);
  }

  /** What waits behind a RESET was asked for with the restart in mind. */
  moveTo(session: number): void {
    for (const exchange of this.#waiting) exchange.session = session;
  }

  waitImpatiently(why: SendReason): void {
    if (this.#whyImpatient !== undefined) return;
    this.#whyImpatient = why;
    for (const exchange of this.#waiting) this.#hurry(exchange, why);
  }

  waitFreely(): void {
    if (this.#whyImpatient === undefined) return;
    this.#whyImpatient = undefined;
    for (const exchange of this.#waiting) exchange.stopTimer();
  }

  #hurry(exchange: Exchange, why: SendReason): void {
    exchange.startTimer(this.#clock, () => {
      if (this.remove(exchange)) exchange.fail('not-ready', why);
    });
  }
}
