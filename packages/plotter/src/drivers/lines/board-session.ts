import type { PlainLinkReason } from '@stationery/contract';
import type { Logger } from '@stationery/core';
import { isGarbled } from '../../link/line-framer.ts';
import type { DriverPort } from '../driver-port.ts';
import { Exchange, type LineLedger } from './exchange.ts';
import type { Executions } from './executions.ts';
import type { KnownBoard } from './known-board.ts';
import type { Opening } from './opening.ts';
import type { AsksVersion, OpeningQuestion } from './opening-question.ts';
import type { Reception } from './reception.ts';
import type { ReplyAssignment } from './reply-assignment.ts';
import type { Resync } from './resync.ts';
import type { SendQueue } from './send-queue.ts';

export interface BoardSessionParts {
  log: Logger;
  port: DriverPort;
  board: KnownBoard;
  ledger: LineLedger;
  queue: SendQueue;
  executions: Executions;
  question: OpeningQuestion;
  opening: Opening;
  reception: Reception;
  replies: ReplyAssignment;
  resync: Resync;
  asksVersion: () => AsksVersion;
}

/** What begins and ends when the port is opened or lost, and when the board restarts. */
export class BoardSession {
  readonly #parts: BoardSessionParts;
  /** Whether the last opening of the port ended with replies owed. */
  #wasOwed = false;

  constructor(parts: BoardSessionParts) {
    this.#parts = parts;
  }

  opened(): void {
    const { port, board, question, opening, reception } = this.#parts;
    board.buffer.opened();
    board.words.forget();
    reception.reset();
    board.greeting.opened(this.#wasOwed);
    question.opened();
    opening.settle(port.settle, true);
  }

  lost(reason: PlainLinkReason): void {
    const { queue, resync } = this.#parts;
    queue.failAll('closed', reason);
    this.#end(reason);
    resync.pause();
  }

  disconnected(): void {
    const { board, queue, resync } = this.#parts;
    const reason: PlainLinkReason = { code: 'disconnected' };
    queue.failAll('closed', reason);
    this.#end(reason);
    resync.rest();
    board.forget();
  }

  /** `isForeign`: it answers, but not as our firmware would. */
  reopen(isForeign: boolean): void {
    const { log, port, board, ledger, resync } = this.#parts;
    log.warn({ isForeign }, 'resynchronising failed; reopening the port');
    for (const entry of ledger.entries) {
      if (!entry.isBarrier && entry.heardAnothersWord) board.words.contradicted(entry.line);
    }
    this.#end({ code: 'port-reopened' });
    resync.pause();
    if (isForeign) board.isForeign();
    port.reopen();
  }

  /** The board says that it will restart, and then does: the next command would be lost in that. */
  willRestart(): void {
    const { port, queue, opening } = this.#parts;
    queue.moveTo(port.session + 1);
    this.#beginNext({ code: 'board-reset' });
    if (port.isOpen) opening.settle(port.settle, true);
  }

  restarted(banner: string): void {
    const { log, port, board, question, executions, opening, replies, resync, asksVersion } = this.#parts;
    log.info({ banner }, 'the board started');
    if (!isGarbled(banner)) board.introduced(banner);
    const isExpected = opening.isForBanner || question.isAsked;
    if (isExpected) board.greeting.heard(banner);
    else this.#beginNext({ code: 'board-restarted' });
    board.trusted();
    if (board.firmware === undefined && asksVersion() === 'always') question.restarted();
    else question.over();
    board.buffer.started();
    executions.failAll('reset', () => ({ code: 'board-restarted' }));
    executions.restart();
    this.#failUnanswered();
    replies.dropHeld();
    board.words.forget();
    resync.rest();
    port.tell({ type: 'reset', banner });
    if (!port.isOpen) return;
    if (isExpected) opening.settled();
    else opening.settle({ ...port.settle, bannerWaitMs: 0 }, false);
  }

  #failUnanswered(): void {
    const { board, ledger, reception } = this.#parts;
    let newest: Exchange | undefined;
    for (const entry of ledger.take(ledger.size)) {
      if (entry.isBarrier) continue;
      entry.fail('reset', { code: 'board-restarted' });
      // The line end before a banner may have ended a reply that the restart cut off. What was written upon that has
      // reached a board that had started, and will be answered.
      if (board.isOurFirmware || entry.silencesBefore !== reception.silences) continue;
      ledger.add(entry);
      newest = entry;
    }
    if (newest !== undefined) board.doubted({ code: 'sent-during-restart', command: newest.line });
  }

  /**
   * The port is no longer there. A reply that is still owed dies with it where a board restarts when its
   * port opens; a board behind a serial server continues and answers later. With our firmware that is found out
   * by a barrier; with any other the flush and the settling of the next opening must do.
   */
  #end(reason: PlainLinkReason): void {
    const { port, board, ledger, executions, opening, reception, replies } = this.#parts;
    const wasOpen = port.leave();
    opening.cancel();
    reception.reset();
    replies.dropHeld();
    if (!board.isOurFirmware) board.trusted();
    else if (ledger.size + executions.size > 0) board.doubted({ code: 'reply-owed-by-port' });
    if (!wasOpen) return;
    this.#wasOwed = ledger.size > 0;
    this.#beginNext(reason);
    executions.failAll('lost', () => reason);
    for (const entry of ledger.take(ledger.size)) {
      if (!entry.isBarrier) entry.fail('lost', reason);
    }
  }

  /** Commands that were asked for in the last session are not sent in this one: the board may count from elsewhere. */
  #beginNext(reason: PlainLinkReason): void {
    const { port, ledger, queue, executions } = this.#parts;
    const unanswered = ledger.entries.filter((entry) => entry instanceof Exchange && !entry.isOwn);
    const owed = [...executions.commands, ...unanswered.map(({ line }) => line)];
    port.newSession(reason);
    queue.failOthers(port.session, reason);
    port.tellSession(owed);
  }
}
