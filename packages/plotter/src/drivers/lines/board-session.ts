import type { PlainLinkReason } from '@stationery/contract';
import { isGarbled } from '../../link/line-framer.ts';
import type { Ending } from '../kernel/pending.ts';
import type { LinkError } from '../link.ts';
import { LineCommand } from './line-command.ts';
import type { LineReceiver } from './line-receiver.ts';
import type { LineSender } from './line-sender.ts';
import type { LinesState } from './lines-deps.ts';

interface BoardSessionDeps extends LinesState {
  sender: LineSender;
  receiver: LineReceiver;
}

export class BoardSession {
  readonly #deps: BoardSessionDeps;
  /** Whether replies were owed when the port was last closed. */
  #wasOwed = false;

  constructor(deps: BoardSessionDeps) {
    this.#deps = deps;
  }

  opened(): void {
    const { link, board, question, sender, receiver } = this.#deps;
    board.buffer.opened();
    board.words.forget();
    receiver.reset();
    board.greeting.opened(this.#wasOwed);
    question.opened();
    sender.settle(link.settle, true);
  }

  lost(reason: PlainLinkReason): void {
    this.#end(reason, 'closed');
    this.#deps.resync.pause();
  }

  disconnected(): void {
    const { board, resync } = this.#deps;
    this.#end({ code: 'disconnected' }, 'closed');
    resync.rest();
    board.forget();
  }

  reopen(isOtherFirmware: boolean): void {
    const { log, link, board, ledger, resync } = this.#deps;
    log.warn({ isOtherFirmware }, 'resynchronising failed; reopening the port');
    for (const entry of ledger.entries) {
      if (!entry.isBarrier && entry.hadStrayAcknowledgement) board.words.contradicted(entry.line);
    }
    this.#end({ code: 'port-reopened' }, 'other-session');
    resync.pause();
    if (isOtherFirmware) board.markOtherFirmware();
    link.reopen();
  }

  /** Called when the board announces a restart, during which the next command would be lost. */
  willRestart(): void {
    const { link, queue, sender } = this.#deps;
    // Commands after a RESET were requested with the restart in mind.
    for (const entry of queue.entries) entry.session = link.session + 1;
    this.#beginNext({ code: 'board-reset' });
    if (link.isOpen) sender.settle(link.settle, true);
  }

  restarted(banner: string): void {
    const { log, link, board, queue, question, sender, receiver, resync, asksVersion } = this.#deps;
    log.info({ banner }, 'the board started');
    if (!isGarbled(banner)) board.introduced(banner);
    const isExpected = sender.isForBanner || question.isAsked;
    if (isExpected) board.greeting.heard(banner);
    else this.#beginNext({ code: 'board-restarted' });
    board.trusted();
    if (board.firmware === undefined && asksVersion() === 'always') question.restarted();
    else question.over();
    board.buffer.started();
    queue.failWhere(({ isSent }) => (isSent ? restarted : undefined));
    board.buffer.restartCount();
    this.#failUnanswered();
    receiver.forget();
    sender.watchDone();
    board.words.forget();
    resync.rest();
    link.tell({ type: 'reset', banner });
    if (!link.isOpen) return;
    if (isExpected) sender.settled();
    else sender.settle({ ...link.settle, bannerWaitMs: 0 }, false);
  }

  #failUnanswered(): void {
    const { board, ledger, receiver } = this.#deps;
    let newest: LineCommand | undefined;
    for (const entry of ledger.take(ledger.size)) {
      if (entry.isBarrier) continue;
      entry.fail(restarted);
      // The line end before the banner may have ended a reply that the restart cut off. A line written after that line
      // end reached a started board and will be answered.
      if (board.isOurFirmware || entry.silencesBefore !== receiver.silences) continue;
      ledger.add(entry);
      newest = entry;
    }
    if (newest !== undefined) board.doubted({ code: 'sent-during-restart', command: newest.line });
  }

  /**
   * A board that restarts when its port opens loses owed replies; a board behind a serial server continues and answers
   * later. With Stationery firmware, a `SYNC` after reopening tells which replies are late; with other firmware,
   * flushing and waiting after reopening must suffice.
   */
  #end(reason: PlainLinkReason, unsent: LinkError['kind']): void {
    const { link, board, ledger, queue, sender, receiver } = this.#deps;
    const wasOpen = link.leave();
    sender.stopSettling();
    receiver.reset();
    receiver.forget();
    if (!board.isOurFirmware) board.trusted();
    else if (ledger.size > 0 || queue.underWay !== undefined) board.doubted({ code: 'reply-owed-by-port' });
    if (wasOpen) {
      this.#wasOwed = ledger.size > 0;
      this.#tellNext(reason);
    }
    queue.end({ sent: { kind: 'lost', reason }, unsent: { kind: unsent, reason } });
    for (const entry of ledger.take(ledger.size)) {
      if (!entry.isBarrier) entry.fail({ kind: 'lost', reason });
    }
    sender.watchDone();
  }

  /** Commands requested in the last session are not sent in this one, because the origin may differ. */
  #beginNext(reason: PlainLinkReason): void {
    const { link, queue } = this.#deps;
    this.#tellNext(reason);
    queue.failWhere(({ isSent, session }) =>
      isSent || session === link.session ? undefined : { kind: 'other-session', reason },
    );
  }

  #tellNext(reason: PlainLinkReason): void {
    const { link, ledger, queue } = this.#deps;
    const accepted = queue.entries.filter(({ reply }) => reply !== undefined);
    const unanswered = ledger.entries.filter((entry) => entry instanceof LineCommand && !entry.isOwn);
    link.newSession(reason);
    link.tellSession([...accepted, ...unanswered].map(({ line }) => line));
  }
}

const restarted: Ending = { kind: 'reset', reason: { code: 'board-restarted' } };
