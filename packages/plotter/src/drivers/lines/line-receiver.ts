import type { PlainLinkReason } from '@stationery/contract';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import type { Reply } from '../link.ts';
import type { CommandMeaning } from './command-meaning.ts';
import { type CheckedCount, firmwareCommands, isBanner, ourName, parseCheckedLine } from './grammar.ts';
import { type HeldLine, HeldReply, type LastLine } from './held-reply.ts';
import { Barrier, LineCommand } from './line-command.ts';
import type { LineSender } from './line-sender.ts';
import type { LinesState } from './lines-deps.ts';
import { isBarrierWord, paidBy } from './reply-assignment.ts';
import { parseTerminal } from './terminal-line.ts';

interface LineReceiverDeps extends LinesState {
  sender: LineSender;
  meaning: CommandMeaning;
  maxLineBytes: number | undefined;
  onBanner: (line: string) => void;
  willRestart: () => void;
}

export class LineReceiver {
  readonly #deps: LineReceiverDeps;
  readonly #framer: LineFramer;
  readonly #held: HeldReply;
  #isReading = false;
  #silences = 0;
  #heardMs = Number.NEGATIVE_INFINITY;
  /** Whether a stop was sent. Commands that are not carried out when its reply comes were dropped. */
  #isStopped = false;

  constructor(deps: LineReceiverDeps) {
    const { maxLineBytes } = deps;
    this.#deps = deps;
    this.#framer = new LineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
    this.#held = new HeldReply(deps.clock, deps.times.holdMs, (lines) => this.#believe(lines));
  }

  believeHeld(): boolean {
    return this.#held.believe();
  }

  /**
   * Whether a chunk is being read. Nothing is sent before its end, because it may contain the last line of another
   * reply.
   */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Number of times bytes arrived after a silence longer than any board's greeting takes. */
  get silences(): number {
    return this.#silences;
  }

  reset(): void {
    this.#framer.reset();
  }

  receive(chunk: Uint8Array): void {
    const { clock, link, sender } = this.#deps;
    sender.heard();
    const nowMs = clock.nowMs();
    if (nowMs - this.#heardMs >= link.settle.quietMs) this.#silences++;
    this.#heardMs = nowMs;
    this.#isReading = true;
    this.#framer.push(chunk, this.#onLine);
    this.#isReading = false;
    sender.advance();
  }

  readonly #onLine = (line: string): void => {
    const { link, onBanner } = this.#deps;
    // A listener may have disconnected after an earlier line of the chunk.
    if (!link.isOpen) return;
    if (link.isHeard) link.tell({ type: 'received', line });
    const count = parseCheckedLine(line);
    if (count !== undefined) {
      this.#onCount(count);
      return;
    }
    if (this.#isRestart(line)) {
      onBanner(line);
      return;
    }
    const terminal = isGarbled(line) ? undefined : parseTerminal(line);
    if (terminal !== undefined) this.#onLast({ line, terminal });
    else this.#onOther(line);
  };

  #onCount({ word, count }: CheckedCount): void {
    const { board, ledger, queue, resync } = this.#deps;
    board.counted();
    if (word === 'DONE') {
      board.buffer.heardDone(count);
      this.#credit();
    }
    const { oldest } = ledger;
    if (word === 'QUEUED' && oldest instanceof LineCommand) {
      oldest.number = count;
      // The board may have restarted its count since the driver last followed it.
      if (!board.buffer.isOn && queue.underWay === undefined) board.buffer.restartCount();
      board.buffer.numbered();
    }
    resync.heardProgress();
  }

  #isRestart(line: string): boolean {
    const { board, ledger, question, sender } = this.#deps;
    const { oldest } = ledger;
    const asked = oldest instanceof LineCommand && oldest.isLive ? oldest.verb : undefined;
    // A board that restarts within a line writes its banner right after the fragment; and noise may leave only the
    // name of the banner, which is otherwise sent only in reply to VERSION.
    const isAnswer = asked === 'VERSION' || question.isLate;
    if (line.includes(`READY ${ourName}`) || (line.includes(ourName) && !isAnswer)) return true;
    if (sender.isSettling) return isBanner(line);
    if (board.greeting.isOfSystem(line)) return true;
    // The reply to a query may contain anything, including startup lines.
    if (asked !== undefined && !moving.has(asked)) return false;
    // Our firmware is recognised by its name; lines at an opening may have been the rest of an older reply.
    if (!board.isOurFirmware && board.greeting.isRestart(line, asked !== undefined)) return true;
    return asked === undefined && isBanner(line) && !board.greeting.isPrompt(line);
  }

  #onOther(line: string): void {
    const { link, board, ledger, question, sender } = this.#deps;
    const { oldest } = ledger;
    if (sender.isForBanner && oldest === undefined && !isGarbled(line)) board.greeting.heard(line);
    const isLateAnswer = question.isLate && line.includes(ourName);
    if (isLateAnswer) board.introduced(line);
    if (isLateAnswer || !(oldest instanceof LineCommand) || !oldest.isLive) {
      link.tell({ type: 'unsolicited', line });
      return;
    }
    oldest.take(line);
    // Behind a serial server the banner was missed; the name is only in the answer to VERSION.
    if (line.includes(ourName) && oldest.verb === 'VERSION') board.introduced(line);
    if (oldest.verb === 'STATUS') board.buffer.heardInStatus(line);
  }

  #onLast(last: LastLine): void {
    const { link, board, ledger, question } = this.#deps;
    // A listener that got the line first may have disconnected.
    if (!link.isOpen) return;
    const { terminal } = last;
    const { oldest } = ledger;
    if (question.isLate && this.#isLateAnswer(last)) return;
    if (terminal.kind === 'ok' && oldest instanceof LineCommand && board.buffer.lacksNumber(oldest)) {
      this.#stray(last);
      return;
    }
    const count = paidBy(ledger.entries, terminal, board.isOurFirmware ? undefined : board.words);
    if (count === 0) {
      if (terminal.kind === 'ok' && oldest instanceof LineCommand) oldest.hadStrayAcknowledgement = true;
      this.#stray(last);
    } else if (count === 'unsure' || !this.#held.isEmpty) {
      this.#weigh({ ...last, fits: count !== 'unsure' }, count);
    } else {
      this.#pay(count, last, false);
    }
  }

  /** Whether the line answers an abandoned question. Replies come in order, so only the next reply can. */
  #isLateAnswer(last: LastLine): boolean {
    const { ledger, question, sender } = this.#deps;
    const { oldest } = ledger;
    const is = question.isLateAnswer(last.terminal, oldest && acknowledgementOf(oldest.line));
    question.over();
    if (is === 'no') return false;
    if (is === 'unsure') {
      this.#weigh({ ...last, fits: false }, 'unsure');
      return true;
    }
    this.#deps.link.tell({ type: 'desync', line: last.line });
    const next = oldest === undefined ? question.next('VERSION', last.line) : undefined;
    if (next !== undefined) sender.askIdentity(next);
    return true;
  }

  #weigh(next: HeldLine, count: number | 'unsure'): void {
    const { ledger } = this.#deps;
    const complete = this.#held.complete(next, ledger.size);
    if (complete !== undefined) {
      for (const stray of complete.strays) this.#stray(stray);
      const [reply, ...others] = complete.replies;
      this.#pay(1, reply!, false);
      for (const other of others) this.#onLast(other);
    } else if (count !== 'unsure' && count > 1) {
      // The line is a later command's own word, so no further reply comes for the oldest command.
      this.#held.believe();
      this.#onLast(next);
    } else {
      for (const stray of this.#held.hold(next, ledger.size)) this.#stray(stray);
    }
  }

  #stray({ line, terminal }: LastLine): void {
    this.#deps.link.tell({ type: 'desync', line });
    if (isBarrierWord(terminal)) return;
    this.#deps.board.doubted({ code: 'stray-reply', line });
    this.#deps.resync.heardStray();
  }

  /** Accepts the held lines as replies, because no better line came. */
  #believe([reply, ...others]: HeldLine[]): void {
    this.#pay(1, reply!, true);
    for (const other of others) this.#onLast(other);
    this.#deps.sender.advance();
  }

  #pay(count: number, { line, terminal }: LastLine, isSurprise: boolean): void {
    const { board, ledger, resync } = this.#deps;
    const isCertain = ledger.size === 1 && board.doubt === undefined;
    if (count > 1) this.#passOver(ledger.take(count - 1));
    const paid = ledger.takeOldest();
    if (paid instanceof LineCommand && terminal.kind === 'ok' && !board.isOurFirmware) {
      if (!isCertain && !isSurprise) board.words.heardInDoubt(paid.line, terminal.word);
      else if (isCertain && paid.isLive) board.words.learn(paid.line, terminal.word, isSurprise);
    }
    if (paid instanceof Barrier) resync.barrierAnswered();
    else if (paid?.isLive) this.#answered(paid, terminal.line, terminal.kind === 'ok');
    else this.#deps.link.tell({ type: 'desync', line });
  }

  /** Gives up entries that will never be answered, because a later command was. */
  #passOver(entries: (LineCommand | Barrier)[]): void {
    const { board, link, queue } = this.#deps;
    for (const entry of entries) {
      if (entry.isBarrier) continue;
      const reason: PlainLinkReason = { code: 'reply-lost', command: entry.line };
      board.doubted(reason);
      if (entry.isLive) link.tell({ type: 'unanswered', line: entry.line });
      queue.drop(entry);
      entry.fail({ kind: 'timeout', reason });
    }
  }

  #answered(command: LineCommand, line: string, ok: boolean): void {
    const { link, board, meaning, question, queue, sender, willRestart } = this.#deps;
    const { verb, isAhead } = command;
    if (this.#isTooEarly(command) && command.repeat()) {
      queue.putBack(command);
      return;
    }
    const reply = command.accept(line, ok);
    board.greeting.replied(reply.lines);
    if (ok && verb === 'STATUS') board.buffer.statusReported(reply.lines);
    if (command.isOwn) {
      command.execute();
      this.#answeredOwn(command, ok);
      return;
    }
    if (verb === 'STOP' && ok) {
      board.buffer.doubted();
      this.atRest();
    }
    // After a refusal, a caller that sends ahead may no longer want the next commands.
    if (isAhead && !ok) queue.withdraw((entry) => entry.isAhead);
    if (link.isHeard) link.tell({ type: 'accepted', reply });
    const reported = meaning.reportedBy(reply);
    if (verb === 'VERSION' || verb === 'STATUS') question.answered();
    if (reported !== undefined) board.reported(reported);
    // Only firmware with buffered motion reports a corner deviation.
    if (reported?.cornerDeviationSteps !== undefined && board.firmware === undefined) sender.wantName();
    const isUnderWay = queue.oldest !== command && queue.underWay !== undefined;
    this.#follow(command, reply);
    // The position of a moving machine cannot be used as a reference.
    if (reported !== undefined && !isUnderWay) link.tell({ type: 'reported', reported });
    if (ok && verb === 'RESET') willRestart();
  }

  #credit(): void {
    const { board, queue, sender } = this.#deps;
    queue.credit(board.buffer.doneCount);
    sender.watchDone();
  }

  stopping(): void {
    this.#isStopped = true;
  }

  /**
   * Called when motion has ended. Remaining commands were dropped by a stop or an unnoticed restart, or a report was
   * lost.
   */
  atRest(): void {
    const { link, queue, sender } = this.#deps;
    const isStopped = this.#isStopped;
    this.#isStopped = false;
    const dropped = queue.failWhere(({ reply, command }) => {
      if (reply === undefined) return undefined;
      return isStopped
        ? { kind: 'aborted', reason: { code: 'stopped-unfinished', command } }
        : { kind: 'timeout', reason: { code: 'reply-lost', command } };
    });
    for (const line of dropped) link.tell({ type: 'unanswered', line });
    sender.watchDone();
  }

  forget(): void {
    this.#isStopped = false;
    this.#held.drop();
  }

  /**
   * Whether this is the reply to a caller's STATUS while the machine moves. The query is then repeated until it is at
   * rest.
   */
  #isTooEarly({ verb, isAhead, isOwn }: LineCommand): boolean {
    return this.#deps.board.buffer.isDraining && verb === 'STATUS' && !isAhead && !isOwn;
  }

  /** A command is carried out when its reply comes, unless it, or an earlier one, is only queued. */
  #follow(command: LineCommand, reply: Reply): void {
    const { link, board, queue } = this.#deps;
    if (command.verb === 'STOP') {
      queue.drop(command);
      command.execute();
      if (link.isHeard) link.tell({ type: 'reply', reply });
      return;
    }
    if (reply.ok && command.number !== undefined) {
      command.mark = command.number;
      board.buffer.accepted(command.number);
    }
    this.#credit();
  }

  #answeredOwn({ verb, line }: LineCommand, ok: boolean): void {
    const { buffer } = this.#deps.board;
    if (verb === 'SYNC' && ok) buffer.atRest();
    if (verb !== 'BUFFER') return;
    buffer.restartCount();
    buffer.switched(line, ok);
  }
}

/** Commands answered with a single line by all known firmware. */
const moving = new Set(firmwareCommands.map(({ verb }) => verb));
for (const question of ['STATUS', 'VERSION', 'CONFIG']) moving.delete(question);
