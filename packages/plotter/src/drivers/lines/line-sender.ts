import { because, type PlainLinkReason } from '@stationery/contract';
import { type SettleTimes, Settling } from '../../link/settling.ts';
import { ours } from '../language/our-language.ts';
import type { LinkError, Reply } from '../link.ts';
import { Barrier, LineCommand } from './line-command.ts';
import type { LinesState } from './lines-deps.ts';
import { openingQuestionMs } from './opening-question.ts';

interface LineSenderDeps extends LinesState {
  isReading: () => boolean;
  silences: () => number;
  believeHeld: () => boolean;
}

/** How long to wait for a progress report before querying the board. */
const silenceMs = 1_000;

export class LineSender {
  readonly #deps: LineSenderDeps;
  /** Starts at random, so that a late answer to an earlier run of the service does not match. */
  #barrierNumber = Math.floor(Math.random() * 1_000_000);
  #isNameWanted = false;
  #cancelWatch: () => void = () => {};
  /** Set from the opening of the port, or a restart of the board, until the board has started. */
  #settling: { wait: Settling; forBanner: boolean } | undefined;

  constructor(deps: LineSenderDeps) {
    this.#deps = deps;
  }

  get #isFree(): boolean {
    const { link, question, isReading } = this.#deps;
    return link.isOpen && !this.isSettling && !question.isAsked && !isReading();
  }

  /** Called whenever something may have changed. */
  advance(): void {
    const { board, ledger, queue } = this.#deps;
    if (!this.#isFree) return;
    const live = ledger.size === 0 ? undefined : ledger.entries.find(isLive);
    if (live !== undefined) {
      this.#beBusy(live.line);
    } else if (ledger.size > 0 || board.doubt !== undefined) {
      this.#recover(board.doubt ?? { code: 'reply-owed' });
    } else {
      queue.waitFreely();
      this.#sendNext();
    }
  }

  write(command: LineCommand, onWritten?: () => void): void {
    const { clock, link, ledger, silences } = this.#deps;
    ledger.add(command);
    command.isSent = true;
    command.silencesBefore = silences();
    command.startTimer(clock, () => this.#unanswered(command));
    this.#put(command.line, onWritten);
    if (link.isHeard && !command.isOwn) link.tell({ type: 'begun', command: command.line });
    this.advance();
  }

  #put(line: string, onWritten?: () => void): void {
    const { link } = this.#deps;
    const written = link.write(Buffer.from(`${line}\n`));
    if (onWritten !== undefined) void written.then(onWritten);
    if (link.isHeard) link.tell({ type: 'sent', line });
  }

  sendBarrier(): void {
    const { ledger } = this.#deps;
    // Drop older barriers: their answers would prove less, and cannot be mistaken for anything else.
    ledger.drop((entry) => entry.isBarrier);
    const barrier = this.#newBarrier();
    ledger.add(barrier);
    this.#put(barrier.line);
  }

  /** Asks a board with our firmware for its name before the next command is sent. */
  wantName(): void {
    this.#isNameWanted = true;
  }

  #askWhatIsDone(): void {
    const { board, ledger } = this.#deps;
    if (this.#isFree && board.doubt === undefined && ledger.size === 0) this.#ask(ours.askStatus);
  }

  /** Queries the board after a silence, because its progress report may be lost. */
  watchDone(): void {
    const { clock, queue } = this.#deps;
    this.#cancelWatch();
    if (queue.underWay === undefined) return;
    this.#cancelWatch = clock.after(silenceMs, () => {
      this.#askWhatIsDone();
      this.watchDone();
    });
  }

  #unanswered(command: LineCommand): void {
    // The first accepted line answers the oldest command, which may not be this one.
    while (command.isLive && command.reply === undefined && this.#deps.believeHeld());
    if (command.reply === undefined) this.giveUp(command, 'timeout');
  }

  /** The caller no longer waits. If the command was written, its reply or execution is still owed. */
  giveUp(entry: LineCommand, kind: 'timeout' | 'aborted'): void {
    const { link, board, queue } = this.#deps;
    if (!entry.isLive) return;
    const { command } = entry;
    const reason: PlainLinkReason = { code: kind === 'timeout' ? 'unanswered' : 'abandoned', command };
    const isUnsent = queue.remove(entry);
    queue.drop(entry);
    entry.fail({ kind, reason });
    if (!isUnsent) {
      board.doubted(reason);
      link.tell({ type: 'unanswered', line: command });
    }
    this.watchDone();
    this.advance();
  }

  #sendNext(): void {
    const { times, link, board, queue } = this.#deps;
    const { buffer } = board;
    const { next } = queue;
    const underWay = queue.underWay?.command;
    if (this.#isNameWanted) {
      this.#isNameWanted = false;
      this.#ask('VERSION');
    } else if (next === undefined && underWay === undefined) {
      if (link.state.state !== 'ready') link.become({ state: 'ready' });
    } else if (next === undefined || (underWay !== undefined && !buffer.mayFollow(next))) {
      this.#beBusy(underWay!);
    } else if (buffer.needsSwitchFor(next)) {
      const line = buffer.switchFor(next, () => this.#newBarrier().line);
      this.#ask(line, buffer.isDraining ? times.maxResyncTimeoutMs : times.stopMs);
    } else {
      queue.takeNext();
      this.write(next);
    }
  }

  #ask(line: string, timeoutMs = this.#deps.times.stopMs): void {
    this.write(new LineCommand(line, { timeoutMs }, { isOwn: true }));
  }

  #newBarrier(): Barrier {
    return new Barrier(++this.#barrierNumber);
  }

  #beBusy(command: string): void {
    const { link } = this.#deps;
    const { state } = link;
    if (state.state !== 'busy' || state.command !== command) link.become({ state: 'busy', command });
  }

  #recover(reason: PlainLinkReason): void {
    const { log, link, board, ledger, queue, resync } = this.#deps;
    board.buffer.doubted();
    queue.waitImpatiently({ code: 'resynchronising', because: reason });
    if (link.state.state !== 'suspect') {
      log.warn({ reason }, 'replies in doubt; resynchronising');
      link.become({ state: 'suspect', ...because(reason) });
    }
    const owed = ledger.entries.filter((entry) => !entry.isBarrier);
    resync.attend({
      isOurFirmware: board.isOurFirmware,
      owed: owed.length,
      barrierOwed: owed.length < ledger.size,
      slowestMs: Math.max(0, ...owed.map(({ timeoutMs }) => timeoutMs)),
    });
  }

  get isSettling(): boolean {
    return this.#settling !== undefined;
  }

  get isForBanner(): boolean {
    return this.#settling?.forBanner === true;
  }

  heard(): void {
    this.#settling?.wait.heard();
  }

  settle(times: SettleTimes, forBanner: boolean): void {
    this.stopSettling();
    const wait = new Settling(this.#deps.clock, times, () => this.settled());
    this.#settling = { wait, forBanner };
    this.#deps.link.become({ state: 'settling' });
  }

  stopSettling(): void {
    this.#settling?.wait.cancel();
    this.#settling = undefined;
  }

  settled(): void {
    const { link, board, question, resync, asksVersion } = this.#deps;
    this.stopSettling();
    board.greeting.settled();
    link.proven();
    if (board.doubt === undefined) resync.rest();
    const isUnknown = board.firmware === undefined && board.doubt === undefined;
    const first = isUnknown && asksVersion() !== 'never' ? question.first() : undefined;
    if (first === undefined) this.advance();
    else this.askIdentity(first);
  }

  askIdentity(line: string): void {
    const { clock, link, ledger, question, believeHeld } = this.#deps;
    const options = { timeoutMs: openingQuestionMs, session: link.session };
    const ended = (end: Reply | LinkError['kind']) => {
      if (typeof end !== 'string') {
        const next = question.next(line, end.terminalLine);
        if (next !== undefined) this.askIdentity(next);
        // After a restart, the restart handler decides on the next question.
      } else if (end !== 'reset') question.over();
    };
    const command = new LineCommand(line, options, { isOwn: true, ended });
    ledger.add(command);
    command.startTimer(clock, () => {
      while (command.isLive && believeHeld());
      if (!command.isLive) return;
      ledger.drop((entry) => entry === command);
      command.fail({ kind: 'timeout', reason: { code: 'unanswered', command: line } });
      const next = question.notAnswered(line);
      if (next === undefined) this.advance();
      else this.askIdentity(next);
    });
    this.#put(line);
  }
}

const isLive = (entry: LineCommand | Barrier) => entry.isLive;
