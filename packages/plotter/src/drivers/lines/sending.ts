import { because, type PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { DriverPort } from '../driver-port.ts';
import { ours } from '../language/our-language.ts';
import { Barrier, Exchange, type LineLedger } from './exchange.ts';
import type { Executions } from './executions.ts';
import type { KnownBoard } from './known-board.ts';
import type { LinkTimes } from './lines-parts.ts';
import type { Resync } from './resync.ts';
import type { SendQueue } from './send-queue.ts';

export interface SendingParts {
  clock: Clock;
  log: Logger;
  times: LinkTimes;
  port: DriverPort;
  board: KnownBoard;
  ledger: LineLedger;
  queue: SendQueue;
  executions: Executions;
  resync: Resync;
  /** Whether the board can be sent anything: it is there, has started, and all that came from it was read. */
  isFree: () => boolean;
  /** How often bytes came after a silence. */
  silences: () => number;
  /** Takes a line that is held for the reply that it may be. False where none is held. */
  believeHeld: () => boolean;
}

/** Decides which line is written next, and writes it. */
export class Sending {
  readonly #parts: SendingParts;
  /** Where it starts does not matter, but an answer meant for an earlier run of ours must not fit. */
  #barrierNumber = Math.floor(Math.random() * 1_000_000);
  #isNameWanted = false;

  constructor(parts: SendingParts) {
    this.#parts = parts;
  }

  /** The one place that decides what is done next; called whenever something may have changed. */
  advance(): void {
    const { board, ledger, queue, isFree } = this.#parts;
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

  write(exchange: Exchange, onWritten?: () => void): void {
    const { clock, port, ledger, silences } = this.#parts;
    ledger.add(exchange);
    exchange.silencesBefore = silences();
    exchange.startTimer(clock, () => this.giveUp(exchange, 'timeout'));
    this.put(exchange.line, onWritten);
    if (port.isHeard && !exchange.isOwn) port.tell({ type: 'begun', command: exchange.line });
    this.advance();
  }

  put(line: string, onWritten?: () => void): void {
    const { port } = this.#parts;
    const written = port.write(Buffer.from(`${line}\n`));
    if (onWritten !== undefined) void written.then(onWritten);
    if (port.isHeard) port.tell({ type: 'sent', line });
  }

  sendBarrier(): void {
    const { ledger } = this.#parts;
    // An older barrier's answer would prove less than the new one's, and cannot be taken for anything else.
    ledger.drop((entry) => entry.isBarrier);
    const barrier = this.#newBarrier();
    ledger.add(barrier);
    this.put(barrier.line);
  }

  /** The board is certainly one of ours, and has not said its name: it is asked before the next command is sent. */
  wantName(): void {
    this.#isNameWanted = true;
  }

  askWhatIsDone(): void {
    const { board, ledger, isFree } = this.#parts;
    if (isFree() && board.doubt === undefined && ledger.size === 0) this.#ask(ours.askStatus);
  }

  /** Its caller waits no longer; if it was written, its reply is owed all the same. */
  giveUp(exchange: Exchange, kind: 'timeout' | 'aborted'): void {
    const { port, board, queue, believeHeld } = this.#parts;
    // Each time that settles one debt, the oldest.
    while (kind === 'timeout' && exchange.isLive && believeHeld());
    if (!exchange.isLive) return;
    const code = kind === 'timeout' ? 'unanswered' : 'abandoned';
    const reason: PlainLinkReason = { code, command: exchange.line };
    if (!queue.remove(exchange)) {
      board.doubted(reason);
      port.tell({ type: 'unanswered', line: exchange.line });
    }
    exchange.fail(kind, reason);
    this.advance();
  }

  #sendNext(): void {
    const { times, port, board, queue, executions } = this.#parts;
    const { buffer } = board;
    const next = queue.first;
    const underWay = executions.oldest;
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
      queue.take();
      this.write(next);
    }
  }

  /** A line of the driver's own. */
  #ask(line: string, timeoutMs = this.#parts.times.stopMs): void {
    const ignored = () => undefined;
    const { session } = this.#parts.port;
    this.write(new Exchange({ line, timeoutMs, session, resolve: ignored, reject: ignored, isOwn: true }));
  }

  #newBarrier(): Barrier {
    return new Barrier(++this.#barrierNumber);
  }

  #beBusy(command: string): void {
    const { port } = this.#parts;
    const { state } = port;
    if (state.state !== 'busy' || state.command !== command) port.become({ state: 'busy', command });
  }

  #recover(reason: PlainLinkReason): void {
    const { log, port, board, ledger, queue, resync } = this.#parts;
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

const isLive = (entry: Exchange | Barrier) => entry.isLive;
