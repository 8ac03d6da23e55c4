import type { PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { DriverPort } from '../driver-port.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { Barrier, Exchange, type LineLedger } from './exchange.ts';
import { type HeldLine, HeldReply, type LastLine } from './held-reply.ts';
import type { KnownBoard } from './known-board.ts';
import { isBarrierWord } from './ledger.ts';
import type { OpeningQuestion } from './opening-question.ts';
import type { Resync } from './resync.ts';

export interface ReplyAssignmentParts {
  clock: Clock;
  log: Logger;
  /** How long a last line that may be a stray one waits for a better reply to come. */
  holdMs: number;
  port: DriverPort;
  board: KnownBoard;
  ledger: LineLedger;
  question: OpeningQuestion;
  resync: Resync;
  /** A command that somebody waits for has its last line. */
  answered: (exchange: Exchange, line: string, ok: boolean) => void;
  askVersion: (line: string) => void;
  advance: () => void;
}

/** Decides which command a last line answers, and which line answers nothing. */
export class ReplyAssignment {
  readonly #parts: ReplyAssignmentParts;
  readonly #held: HeldReply;

  constructor(parts: ReplyAssignmentParts) {
    this.#parts = parts;
    this.#held = new HeldReply(parts.clock, parts.holdMs, (lines) => this.#believe(lines));
  }

  /** Takes a line that is held for the reply that it may be. False where none is held. */
  believeHeld(): boolean {
    return this.#held.believe();
  }

  dropHeld(): void {
    this.#held.drop();
  }

  heard(last: LastLine): void {
    const { port, board, ledger, question } = this.#parts;
    // A listener that got the line first may have disconnected.
    if (!port.isOpen) return;
    const { terminal } = last;
    const { oldest } = ledger;
    if (question.isLate && this.#isLateAnswer(last)) return;
    if (terminal.kind === 'ok' && oldest instanceof Exchange && board.buffer.lacksNumber(oldest)) {
      this.#stray(last);
      return;
    }
    const count = ledger.paidBy(terminal, board.isOurFirmware ? undefined : board.words);
    if (count === 0) {
      if (terminal.kind === 'ok' && oldest instanceof Exchange) oldest.heardAnothersWord = true;
      this.#stray(last);
    } else if (count === 'unsure' || !this.#held.isEmpty) {
      this.#weigh({ ...last, fits: count !== 'unsure' }, count);
    } else {
      this.#pay(count, last, false);
    }
  }

  /** Whether a line is dealt with, because it may answer the question that was given up. Replies come in order: no later one can. */
  #isLateAnswer(last: LastLine): boolean {
    const { ledger, question, askVersion } = this.#parts;
    const { oldest } = ledger;
    const is = question.isLateAnswer(last.terminal, oldest && acknowledgementOf(oldest.line));
    question.over();
    if (is === 'no') return false;
    if (is === 'unsure') {
      this.#weigh({ ...last, fits: false }, 'unsure');
      return true;
    }
    this.#desync(last.line);
    const next = oldest === undefined ? question.next('VERSION', last.line) : undefined;
    if (next !== undefined) askVersion(next);
    return true;
  }

  /** The line may be a reply or a stray, or one before it may. */
  #weigh(next: HeldLine, count: number | 'unsure'): void {
    const { ledger } = this.#parts;
    const complete = this.#held.complete(next, ledger.size);
    if (complete !== undefined) {
      for (const stray of complete.strays) this.#stray(stray);
      const [reply, ...others] = complete.replies;
      this.#pay(1, reply!, false);
      for (const other of others) this.heard(other);
    } else if (count !== 'unsure' && count > 1) {
      // It is a later command's own word, so nothing more comes for the oldest.
      this.#held.believe();
      this.heard(next);
    } else {
      for (const stray of this.#held.hold(next, ledger.size)) this.#stray(stray);
    }
  }

  /** A last line that answers nothing. */
  #stray({ line, terminal }: LastLine): void {
    this.#desync(line);
    if (isBarrierWord(terminal)) return;
    this.#parts.board.doubted({ code: 'stray-reply', line });
    this.#parts.resync.heardStray();
  }

  /** No better reply came. */
  #believe([reply, ...others]: HeldLine[]): void {
    this.#pay(1, reply!, true);
    for (const other of others) this.heard(other);
    this.#parts.advance();
  }

  #pay(count: number, { line, terminal }: LastLine, isSurprise: boolean): void {
    const { board, ledger, resync, answered } = this.#parts;
    const isCertain = ledger.size === 1 && board.doubt === undefined;
    if (count > 1) this.#passOver(ledger.take(count - 1));
    const paid = ledger.takeOldest();
    if (paid instanceof Exchange && terminal.kind === 'ok' && !board.isOurFirmware) {
      if (!isCertain && !isSurprise) board.words.heardInDoubt(paid.line, terminal.word);
      else if (isCertain && paid.isLive) board.words.learn(paid.line, terminal.word, isSurprise);
    }
    if (paid instanceof Barrier) resync.barrierAnswered();
    else if (paid?.isLive) answered(paid, terminal.line, terminal.kind === 'ok');
    else this.#desync(line);
  }

  /** A later command was answered: these never will be. */
  #passOver(entries: (Exchange | Barrier)[]): void {
    const { board, port } = this.#parts;
    for (const entry of entries) {
      if (entry.isBarrier) continue;
      const reason: PlainLinkReason = { code: 'reply-lost', command: entry.line };
      board.doubted(reason);
      if (entry.isLive) port.tell({ type: 'unanswered', line: entry.line });
      entry.fail('timeout', reason);
    }
  }

  #desync(line: string): void {
    this.#parts.log.warn({ line }, 'stray reply');
    this.#parts.port.tell({ type: 'desync', line });
  }
}
