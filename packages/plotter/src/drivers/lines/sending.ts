import { because, type PlainLinkReason } from '@stationery/contract';
import { ours } from '../language/our-language.ts';
import { Barrier, LineCommand } from './line-command.ts';
import type { LinesState } from './lines-deps.ts';

export interface SendingDeps extends LinesState {
  /** Whether lines can be sent: the board has started, and everything received was read. */
  isFree: () => boolean;
  /** Number of times bytes arrived after a silence. */
  silences: () => number;
  /** Accepts a held line as the reply. Returns false if none is held. */
  believeHeld: () => boolean;
}

/** How long to wait for a progress report before querying the board. */
const silenceMs = 1_000;

/** Decides which line is written next, and writes it. */
export class Sending {
  readonly #deps: SendingDeps;
  /** Starts at random, so that a late answer to an earlier run of the service does not match. */
  #barrierNumber = Math.floor(Math.random() * 1_000_000);
  #isNameWanted = false;
  #cancelWatch: () => void = () => {};

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  /** Decides what to do next. Called whenever something may have changed. */
  advance(): void {
    const { board, ledger, queue, isFree } = this.#deps;
    if (!isFree()) return;
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
    const { clock, port, ledger, silences } = this.#deps;
    ledger.add(command);
    command.isSent = true;
    command.silencesBefore = silences();
    command.startTimer(clock, () => this.#unanswered(command));
    this.put(command.line, onWritten);
    if (port.isHeard && !command.isOwn) port.tell({ type: 'begun', command: command.line });
    this.advance();
  }

  put(line: string, onWritten?: () => void): void {
    const { port } = this.#deps;
    const written = port.write(Buffer.from(`${line}\n`));
    if (onWritten !== undefined) void written.then(onWritten);
    if (port.isHeard) port.tell({ type: 'sent', line });
  }

  sendBarrier(): void {
    const { ledger } = this.#deps;
    // The answer to an older barrier would prove less, and cannot be mistaken for anything else.
    ledger.drop((entry) => entry.isBarrier);
    const barrier = this.#newBarrier();
    ledger.add(barrier);
    this.put(barrier.line);
  }

  /** Asks a board with our firmware for its name before the next command is sent. */
  wantName(): void {
    this.#isNameWanted = true;
  }

  #askWhatIsDone(): void {
    const { board, ledger, isFree } = this.#deps;
    if (isFree() && board.doubt === undefined && ledger.size === 0) this.#ask(ours.askStatus);
  }

  /** Queries the progress of a board that has not reported for some time, because its report may be lost. */
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
    // Each accepted line settles the oldest entry.
    while (command.isLive && command.reply === undefined && this.#deps.believeHeld());
    if (command.reply === undefined) this.giveUp(command, 'timeout');
  }

  /** The caller no longer waits. If the command was written, its reply or execution is still owed. */
  giveUp(entry: LineCommand, kind: 'timeout' | 'aborted'): void {
    const { port, board, queue } = this.#deps;
    if (!entry.isLive) return;
    const { command } = entry;
    const reason: PlainLinkReason = { code: kind === 'timeout' ? 'unanswered' : 'abandoned', command };
    const isUnsent = queue.remove(entry);
    queue.drop(entry);
    entry.fail({ kind, reason });
    if (!isUnsent) {
      board.doubted(reason);
      port.tell({ type: 'unanswered', line: command });
    }
    this.watchDone();
    this.advance();
  }

  #sendNext(): void {
    const { times, port, board, queue } = this.#deps;
    const { buffer } = board;
    const { next } = queue;
    const underWay = queue.underWay?.command;
    if (this.#isNameWanted) {
      this.#isNameWanted = false;
      this.#ask('VERSION');
    } else if (next === undefined && underWay === undefined) {
      if (port.state.state !== 'ready') port.become({ state: 'ready' });
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

  /** Sends a line of the driver itself. */
  #ask(line: string, timeoutMs = this.#deps.times.stopMs): void {
    this.write(new LineCommand(line, { timeoutMs }, { isOwn: true }));
  }

  #newBarrier(): Barrier {
    return new Barrier(++this.#barrierNumber);
  }

  #beBusy(command: string): void {
    const { port } = this.#deps;
    const { state } = port;
    if (state.state !== 'busy' || state.command !== command) port.become({ state: 'busy', command });
  }

  #recover(reason: PlainLinkReason): void {
    const { log, port, board, ledger, queue, resync } = this.#deps;
    board.buffer.doubted();
    queue.waitImpatiently({ code: 'resynchronising', because: reason });
    if (port.state.state !== 'suspect') {
      log.warn({ reason }, 'the link is suspect');
      port.become({ state: 'suspect', ...because(reason) });
    }
    const owed = ledger.entries.filter((entry) => !entry.isBarrier);
    resync.attend({
      isOurFirmware: board.isOurFirmware,
      owed: owed.length,
      barrierOwed: owed.length < ledger.size,
      slowestMs: Math.max(0, ...owed.map(({ timeoutMs }) => timeoutMs)),
    });
  }
}

const isLive = (entry: LineCommand | Barrier) => entry.isLive;
