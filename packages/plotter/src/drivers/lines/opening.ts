import type { Clock } from '@stationery/core';
import { type SettleTimes, Settling } from '../../link/settling.ts';
import type { DriverPort } from '../driver-port.ts';
import { Exchange, type LineLedger } from './exchange.ts';
import type { KnownBoard } from './known-board.ts';
import { type AsksVersion, type OpeningQuestion, openingQuestionMs } from './opening-question.ts';
import type { Resync } from './resync.ts';

export interface OpeningParts {
  clock: Clock;
  port: DriverPort;
  board: KnownBoard;
  ledger: LineLedger;
  question: OpeningQuestion;
  resync: Resync;
  /** Whether a board that did not say what it is is asked for its version. */
  asksVersion: () => AsksVersion;
  put: (line: string) => void;
  /** Takes a line that is held for the reply that it may be. False where none is held. */
  believeHeld: () => boolean;
  advance: () => void;
}

/** From the opening of the port, or a restart of the board, until the board can be sent commands. */
export class Opening {
  readonly #parts: OpeningParts;
  #settling: { wait: Settling; forBanner: boolean } | undefined;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
  }

  /** The board may still be starting. */
  get isSettling(): boolean {
    return this.#settling !== undefined;
  }

  /** It was not heard yet what the board says at the start. */
  get isForBanner(): boolean {
    return this.#settling?.forBanner === true;
  }

  /** Nothing else is sent. */
  get isUnderWay(): boolean {
    return this.isSettling || this.#parts.question.isAsked;
  }

  /** Bytes came. */
  heard(): void {
    this.#settling?.wait.heard();
  }

  settle(times: SettleTimes, forBanner: boolean): void {
    this.cancel();
    const wait = new Settling(this.#parts.clock, times, () => this.settled());
    this.#settling = { wait, forBanner };
    this.#parts.port.become({ state: 'settling' });
  }

  cancel(): void {
    this.#settling?.wait.cancel();
    this.#settling = undefined;
  }

  settled(): void {
    const { port, board, question, resync, asksVersion, advance } = this.#parts;
    this.cancel();
    board.greeting.settled();
    port.proven();
    if (board.doubt === undefined) resync.rest();
    const isUnknown = board.firmware === undefined && board.doubt === undefined;
    const first = isUnknown && asksVersion() !== 'never' ? question.first() : undefined;
    if (first === undefined) advance();
    else this.ask(first);
  }

  /** Asks what the board is. */
  ask(line: string): void {
    const { clock, port, ledger, question, put, believeHeld, advance } = this.#parts;
    const exchange: Exchange = new Exchange({
      line,
      timeoutMs: openingQuestionMs,
      session: port.session,
      isOwn: true,
      resolve: ({ terminalLine }) => {
        const next = question.next(line, terminalLine);
        if (next !== undefined) this.ask(next);
      },
      // A restart decides itself what is asked next.
      reject: ({ kind }) => kind !== 'reset' && question.over(),
    });
    ledger.add(exchange);
    exchange.startTimer(clock, () => {
      while (exchange.isLive && believeHeld());
      if (!exchange.isLive) return;
      ledger.drop((entry) => entry === exchange);
      exchange.fail('timeout', { code: 'unanswered', command: line });
      const next = question.notAnswered(line);
      if (next === undefined) advance();
      else this.ask(next);
    });
    put(line);
  }
}
