import type { RefusalCode } from '@stationery/contract';
import { because, type PlainLinkReason, type SendReason } from '@stationery/contract';
import { Connection } from '../../link/connection.ts';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { type SettleTimes, Settling } from '../../link/settling.ts';
import { type Begun, type Driver, type DriverName, type Identity, notBegun, sendAndWait } from '../driver.ts';
import type { Effect } from '../effect.ts';
import type { LinkEvent, LinkState, Reply, SendOptions } from '../link.ts';
import { LinkListeners } from '../link-listeners.ts';
import { acknowledgementOf, ours } from '../our-language.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import type { Coordinates } from './dialect.ts';
import { Barrier, Exchange } from './exchange.ts';
import { Executions, type Outcome } from './executions.ts';
import { type CheckedCount, firmwareCommands, isBanner, ourName, parseCheckedLine } from './grammar.ts';
import { Greeting } from './greeting.ts';
import { type HeldLine, HeldReply, type LastLine } from './held-reply.ts';
import { isBarrierWord, Ledger } from './ledger.ts';
import { defaultLinkTimes, type LinesParts, type LinkTimes } from './lines-parts.ts';
import { MotionBuffer } from './motion-buffer.ts';
import { OpeningQuestion, openingQuestionMs } from './opening-question.ts';
import { ReplyWords } from './reply-words.ts';
import { Resync } from './resync.ts';
import { SendQueue } from './send-queue.ts';
import { parseTerminal, refusalCodeOf } from './terminal-line.ts';

/** `closed` until `connect()` is called. */
export function createLinesDriver(parts: LinesParts): Driver {
  return new LinesDriver(parts);
}

const closed: LinkState = { state: 'closed' };
const ready: LinkState = { state: 'ready' };

/** Boards that are sent one line at a time, and answer with lines of which the last begins with `OK` or `ERR`. */
class LinesDriver implements Driver {
  readonly #parts: LinesParts;
  #port: LinkPort;
  readonly #times: LinkTimes;
  readonly #listeners: LinkListeners;
  readonly #connection: Connection;
  readonly #framer: LineFramer;
  readonly #ledger = new Ledger<Exchange | Barrier>();
  /** What the board at the other end says to what, where its firmware is not ours. */
  readonly #words = new ReplyWords();
  readonly #held: HeldReply;
  readonly #queue: SendQueue;
  readonly #resync: Resync;
  readonly #executions: Executions;
  readonly #buffer: MotionBuffer;
  readonly #greeting: Greeting;
  readonly #question = new OpeningQuestion();
  #coordinates: Coordinates = 'absolute';
  #lastEffect: { command: string; coordinates: Coordinates; effect: Effect } = {
    command: '',
    coordinates: 'absolute',
    effect: {},
  };
  #state: LinkState = closed;
  #isOpen = false;
  #session = 1;
  /** What ended the session before. */
  #whyOther: PlainLinkReason = { code: 'disconnected' };
  /** Whether the last opening of the port ended with replies owed. */
  #wasOwed = false;
  #isClosedForGood = false;
  /** Set from the opening of the port until the board can be spoken to. */
  #settling: { wait: Settling; forBanner: boolean } | undefined;
  /** Known from its banner; kept when the connection is lost: most likely the same device comes back. */
  #isOurFirmware = false;
  /** What our firmware called itself. */
  #firmware: string | undefined;
  /** Why a line that comes now might be an older command's. Nothing is sent while there is a reason. */
  #doubt: PlainLinkReason | undefined;
  #inChunk = false;
  /** How often bytes came after the line had been silent for as long as no board takes to say its banner. */
  #silences = 0;
  #heardMs = Number.NEGATIVE_INFINITY;
  /** Where it starts does not matter, but an answer meant for an earlier run of ours must not fit. */
  #barrierNumber = Math.floor(Math.random() * 1_000_000);

  constructor(parts: LinesParts) {
    const { clock, maxLineBytes } = parts;
    this.#parts = parts;
    this.#port = parts;
    this.#listeners = new LinkListeners(parts.log);
    this.#times = { ...defaultLinkTimes, ...parts.times };
    this.#framer = new LineFramer(maxLineBytes === undefined ? {} : { maxLineBytes });
    this.#queue = new SendQueue(clock);
    this.#greeting = new Greeting(parts.dialect.system);
    this.#buffer = new MotionBuffer(parts.dialect);
    this.#held = new HeldReply(clock, this.#times.holdMs, (lines) => this.#believe(lines));
    this.#executions = new Executions({
      clock,
      carriedOut: (reply) => this.#tellReply(reply),
      givenUp: (reason) => {
        this.#doubt ??= reason;
        if (this.#listeners.any) this.#listeners.tell({ type: 'unanswered', line: reason.command });
        this.#advance();
      },
      silent: () => this.#askWhatIsDone(),
    });
    this.#connection = new Connection({
      openPort: () => this.#port.openPort(),
      portPath: () => this.#port.portPath,
      clock,
      times: this.#times,
      events: {
        opening: () => this.#become({ state: 'opening' }),
        opened: () => this.#opened(),
        bytes: (chunk) => this.#received(chunk),
        lost: (reason, retryInMs, error) => this.#lost(reason, retryInMs, error),
      },
    });
    this.#resync = new Resync({
      clock,
      times: this.#times,
      quiet: () => {
        const { quietMs, maxMs } = this.#port.settle;
        return { quietMs, maxMs: Math.max(maxMs, quietMs) };
      },
      sendBarrier: () => this.#sendBarrier(),
      synced: () => {
        // Silence proves nothing while a STOP sent meanwhile is still to be answered; a barrier does.
        if (this.#isOurFirmware || this.#ledger.size === 0) this.#doubt = undefined;
        this.#buffer.atRest();
        if (this.#executions.size > 0) this.#dropped(this.#executions.atRest());
        this.#advance();
      },
      reopen: (isForeign) => this.#reopen(isForeign),
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  get name(): DriverName {
    return this.#parts.dialect.name;
  }

  get identity(): Identity {
    return { model: null, firmware: this.#firmware ?? null };
  }

  get facts(): MachineFacts {
    return this.#buffer.facts;
  }

  get window(): number {
    return this.#buffer.window;
  }

  get isStrict(): boolean {
    return this.#isOurFirmware;
  }

  get tellsPosition(): Driver['tellsPosition'] {
    return this.#isOurFirmware ? 'yes' : 'unknown';
  }

  configure(profile: Profile): void {
    this.#coordinates = profile.coordinates;
    this.#buffer.configure(profile);
  }

  effectOf(command: string): Effect {
    // Several ask about one command, one after the other.
    if (this.#lastEffect.command !== command || this.#lastEffect.coordinates !== this.#coordinates) {
      const effect = this.#parts.dialect.effectOf(command, this.#coordinates);
      this.#lastEffect = { command, coordinates: this.#coordinates, effect };
    }
    return this.#lastEffect.effect;
  }

  acknowledgementOf(command: string): string {
    return acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  /** With buffered motion a reply means that the command was queued; else, that it was carried out. */
  begin(line: string, options: SendOptions): Begun {
    return this.#begin(line, options, this.#buffer.isWanted);
  }

  withdraw(): void {
    this.#queue.withdraw();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get session(): number {
    return this.#session;
  }

  get portPath(): string {
    return this.#connection.portName ?? this.#port.portPath;
  }

  send(line: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#begin(line, options, false) }, line, options);
  }

  #begin(line: string, { timeoutMs, signal, session = this.#session }: SendOptions, isAhead: boolean): Begun {
    // A line end inside would make it two commands with two replies.
    if (line.trim() === '' || /[\r\n]/.test(line))
      return notBegun(new TypeError('A command is one line that is not empty'));
    let outcome: Outcome | undefined;
    const executed = new Promise<void>((resolve, reject) => {
      outcome = { resolve, reject };
    });
    executed.catch(() => undefined);
    const accepted = new Promise<Reply>((resolve, reject) => {
      const parts = { line, timeoutMs, session, signal, isAhead, resolve, reject };
      this.#take(new Exchange(outcome === undefined ? parts : { ...parts, outcome }));
    });
    accepted.catch(() => undefined);
    return { accepted, executed };
  }

  #take(exchange: Exchange): void {
    const { line, session, signal } = exchange;
    if (signal?.aborted) exchange.fail('aborted', { code: 'abandoned-unsent', command: line });
    else if (session !== this.#session) exchange.fail('other-session', this.#whyOther);
    else if (!this.#takesCommands()) exchange.fail('closed', this.#whyClosed());
    else {
      if (signal !== undefined) exchange.onAbort(() => this.#giveUp(exchange, 'aborted'));
      this.#queue.add(exchange);
      this.#advance();
    }
  }

  stop(onWritten: () => void = () => {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#queue.failAll('aborted', { code: 'stopped-unsent' });
      const session = this.#session;
      const exchange = new Exchange({
        line: 'STOP',
        timeoutMs: this.#times.stopMs,
        session,
        resolve,
        reject,
      });
      if (!this.#isOpen) {
        exchange.fail('closed', this.#whyClosed());
        onWritten();
        return;
      }
      // Firmware that looks ahead may answer a STOP that it does not know before the command it is busy with.
      if (!this.#isOurFirmware) this.#doubt ??= { code: 'stop-unknown' };
      this.#executions.stopped();
      this.#write(exchange, onWritten);
    });
  }

  endHold(): void {}

  connect(): void {
    if (this.#isClosedForGood) return;
    if (this.#state.state === 'closed' || this.#state.state === 'waiting') this.#connection.open();
  }

  async disconnect(): Promise<void> {
    this.#queue.failAll('closed', { code: 'disconnected' });
    this.#endSession({ code: 'disconnected' });
    this.#resync.rest();
    this.#doubt = undefined;
    this.#isOurFirmware = false;
    this.#firmware = undefined;
    this.#buffer.forget();
    this.#words.forgetBoard();
    this.#greeting.forget();
    this.#port.forgetDevice?.();
    const gone = this.#connection.close();
    this.#become(closed);
    await gone;
  }

  async usePort(port: LinkPort): Promise<void> {
    const gone = this.disconnect();
    this.#port = port;
    await gone;
  }

  subscribe(listener: (event: LinkEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    this.#isClosedForGood = true;
    await this.disconnect();
    this.#listeners.clear();
  }

  /** The one place that decides what is done next; called whenever something may have changed. */
  #advance(): void {
    // The rest of a chunk is read before anything is sent: it may hold a second last line.
    if (!this.#isOpen || this.#settling !== undefined || this.#inChunk || this.#question.isAsked) return;
    const live = this.#ledger.size === 0 ? undefined : this.#ledger.entries.find(isLive);
    if (live !== undefined) {
      this.#beBusy(live.line);
    } else if (this.#ledger.size > 0 || this.#doubt !== undefined) {
      this.#recover(this.#doubt ?? { code: 'reply-owed' });
    } else {
      this.#queue.waitFreely();
      this.#sendNext();
    }
  }

  #sendNext(): void {
    const next = this.#queue.first;
    const underWay = this.#executions.oldest;
    if (next === undefined && underWay === undefined) {
      if (this.#state !== ready) this.#become(ready);
    } else if (next === undefined || (underWay !== undefined && !this.#buffer.mayFollow(next))) {
      this.#beBusy(underWay!);
    } else if (this.#buffer.needsSwitchFor(next)) {
      const { stopMs, maxResyncTimeoutMs } = this.#times;
      const line = this.#buffer.switchFor(next, () => new Barrier(++this.#barrierNumber).line);
      this.#ask(line, this.#buffer.isDraining ? maxResyncTimeoutMs : stopMs);
    } else {
      this.#queue.take();
      this.#write(next);
    }
  }

  /** A line of the driver's own. */
  #ask(line: string, timeoutMs = this.#times.stopMs): void {
    const ignored = () => undefined;
    const session = this.#session;
    this.#write(new Exchange({ line, timeoutMs, session, resolve: ignored, reject: ignored, isOwn: true }));
  }

  #askWhatIsDone(): void {
    const isFree = this.#isOpen && this.#settling === undefined && this.#doubt === undefined;
    if (isFree && this.#ledger.size === 0) this.#ask(ours.askStatus);
  }

  #beBusy(command: string): void {
    if (this.#state.state !== 'busy' || this.#state.command !== command)
      this.#become({ state: 'busy', command });
  }

  #write(exchange: Exchange, onWritten?: () => void): void {
    this.#ledger.add(exchange);
    exchange.silencesBefore = this.#silences;
    exchange.startTimer(this.#parts.clock, () => this.#giveUp(exchange, 'timeout'));
    this.#put(exchange.line, onWritten);
    if (this.#listeners.any && !exchange.isOwn)
      this.#listeners.tell({ type: 'begun', command: exchange.line });
    this.#advance();
  }

  #put(line: string, onWritten?: () => void): void {
    const written = this.#connection.write(Buffer.from(`${line}\n`));
    if (onWritten !== undefined) void written.then(onWritten);
    if (this.#listeners.any) this.#listeners.tell({ type: 'sent', line });
  }

  /** Its caller waits no longer; if it was written, its reply is owed all the same. */
  #giveUp(exchange: Exchange, kind: 'timeout' | 'aborted'): void {
    // Each time that settles one debt, the oldest.
    while (kind === 'timeout' && exchange.isLive && this.#held.believe());
    if (!exchange.isLive) return;
    const code = kind === 'timeout' ? 'unanswered' : 'abandoned';
    const reason: PlainLinkReason = { code, command: exchange.line };
    if (!this.#queue.remove(exchange)) {
      this.#doubt ??= reason;
      this.#unanswered(exchange);
    }
    exchange.fail(kind, reason);
    this.#advance();
  }

  #recover(reason: PlainLinkReason): void {
    this.#buffer.doubted();
    this.#queue.waitImpatiently({ code: 'resynchronising', because: reason });
    if (this.#state.state !== 'suspect') {
      this.#parts.log.warn({ reason }, 'the link is suspect');
      this.#become({ state: 'suspect', ...because(reason) });
    }
    const owed = this.#ledger.entries.filter((entry) => !entry.isBarrier);
    this.#resync.attend({
      isOurFirmware: this.#isOurFirmware,
      owed: owed.length,
      barrierOwed: owed.length < this.#ledger.size,
      slowestMs: Math.max(0, ...owed.map(({ timeoutMs }) => timeoutMs)),
    });
  }

  #sendBarrier(): void {
    // An older barrier's answer would prove less than the new one's, and cannot be taken for anything else.
    this.#ledger.drop((entry) => entry.isBarrier);
    const barrier = new Barrier(++this.#barrierNumber);
    this.#ledger.add(barrier);
    this.#put(barrier.line);
  }

  #reopen(isForeign: boolean): void {
    this.#parts.log.warn({ isForeign }, 'resynchronising failed; reopening the port');
    for (const entry of this.#ledger.entries) {
      if (!entry.isBarrier && entry.heardAnothersWord) this.#words.contradicted(entry.line);
    }
    this.#endSession({ code: 'port-reopened' });
    this.#resync.pause();
    if (isForeign) {
      this.#isOurFirmware = false;
      this.#buffer.forget();
      this.#doubt = undefined;
    }
    this.#connection.open();
  }

  #opened(): void {
    this.#isOpen = true;
    this.#buffer.opened();
    this.#words.forget();
    this.#framer.reset();
    this.#greeting.opened(this.#wasOwed);
    this.#question.opened();
    this.#settle(this.#port.settle, true);
  }

  #settle(times: SettleTimes, forBanner: boolean): void {
    this.#settling?.wait.cancel();
    const wait = new Settling(this.#parts.clock, times, () => this.#settled());
    this.#settling = { wait, forBanner };
    this.#become({ state: 'settling' });
  }

  #settled(): void {
    this.#settling?.wait.cancel();
    this.#settling = undefined;
    this.#greeting.settled();
    this.#connection.proven();
    if (this.#doubt === undefined) this.#resync.rest();
    const isUnknown = this.#firmware === undefined && this.#doubt === undefined;
    const question = isUnknown && this.#parts.asksVersion?.() ? this.#question.first() : undefined;
    if (question === undefined) this.#advance();
    else this.#askVersion(question);
  }

  #askVersion(line: string): void {
    const exchange: Exchange = new Exchange({
      line,
      timeoutMs: openingQuestionMs,
      session: this.#session,
      isOwn: true,
      resolve: ({ terminalLine }) => {
        const next = this.#question.next(line, terminalLine);
        if (next !== undefined) this.#askVersion(next);
      },
      reject: () => this.#question.over(),
    });
    this.#ledger.add(exchange);
    exchange.startTimer(this.#parts.clock, () => {
      while (exchange.isLive && this.#held.believe());
      if (!exchange.isLive) return;
      this.#ledger.drop((entry) => entry === exchange);
      exchange.fail('timeout', { code: 'unanswered', command: line });
      this.#question.notAnswered();
      this.#advance();
    });
    this.#put(line);
  }

  #lost(reason: PlainLinkReason, retryInMs: number, error: unknown): void {
    this.#parts.log.warn({ reason, err: error, retryInMs }, 'the plotter is not connected');
    this.#queue.failAll('closed', reason);
    this.#endSession(reason);
    this.#resync.pause();
    this.#become({ state: 'waiting', ...because(reason), retryInMs });
  }

  /**
   * The port is no longer there. A reply that is still owed dies with it where a board restarts when its
   * port opens; a board behind a serial server continues and answers later. With our firmware that is found out
   * by a barrier; with any other the flush and the settling of the next opening must do.
   */
  #endSession(reason: PlainLinkReason): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#settling?.wait.cancel();
    this.#settling = undefined;
    this.#framer.reset();
    this.#held.drop();
    if (!this.#isOurFirmware) this.#doubt = undefined;
    else if (this.#ledger.size + this.#executions.size > 0) this.#doubt ??= { code: 'reply-owed-by-port' };
    if (!wasOpen) return;
    this.#wasOwed = this.#ledger.size > 0;
    this.#newSession(reason);
    this.#executions.failAll('lost', () => reason);
    for (const entry of this.#ledger.take(this.#ledger.size)) {
      if (!entry.isBarrier) entry.fail('lost', reason);
    }
  }

  #received(chunk: Uint8Array): void {
    this.#settling?.wait.heard();
    const nowMs = this.#parts.clock.nowMs();
    if (nowMs - this.#heardMs >= this.#port.settle.quietMs) this.#silences++;
    this.#heardMs = nowMs;
    this.#inChunk = true;
    this.#framer.push(chunk, this.#onLine);
    this.#inChunk = false;
    this.#advance();
  }

  readonly #onLine = (line: string): void => {
    // A listener may have disconnected in the middle of a chunk.
    if (!this.#isOpen) return;
    if (this.#listeners.any) this.#listeners.tell({ type: 'received', line });
    const count = parseCheckedLine(line);
    if (count !== undefined) {
      this.#onCount(count);
      return;
    }
    if (this.#isRestart(line)) {
      this.#onBanner(line);
      return;
    }
    const terminal = isGarbled(line) ? undefined : parseTerminal(line);
    if (terminal !== undefined) this.#onTerminal({ line, terminal });
    else this.#onOther(line);
  };

  /** Only our firmware with buffered motion on says this, so it identifies the firmware if the banner was missed. */
  #onCount({ word, count }: CheckedCount): void {
    this.#isOurFirmware = true;
    this.#buffer.noticed();
    if (word === 'DONE') {
      this.#buffer.heardDone();
      this.#executions.done(count);
    }
    const { oldest } = this.#ledger;
    if (word === 'QUEUED' && oldest instanceof Exchange) {
      oldest.number = count;
      // What was counted before may have been counted from elsewhere.
      if (!this.#buffer.isOn && this.#executions.size === 0) this.#executions.restart();
      this.#buffer.numbered();
    }
    this.#resync.heardProgress();
  }

  /** Whether the board says that it has started. */
  #isRestart(line: string): boolean {
    const oldest = this.#ledger.oldest;
    const asked = oldest instanceof Exchange && oldest.isLive ? oldest.verb : undefined;
    // A board that restarts in the middle of a line writes its banner right behind the piece; and noise in the banner
    // may leave no more of it than the name, which else is said only to VERSION.
    const isAnswer = asked === 'VERSION' || this.#question.isLate;
    if (line.includes(`READY ${ourName}`) || (line.includes(ourName) && !isAnswer)) return true;
    if (this.#settling !== undefined) return isBanner(line);
    if (this.#greeting.isOfSystem(line)) return true;
    // A question may be answered with anything, also with what the board says when it starts.
    if (asked !== undefined && !moving.has(asked)) return false;
    // Ours is known by its name; what it said at an opening may have been the rest of an older reply.
    if (!this.#isOurFirmware && this.#greeting.isRestart(line, asked !== undefined)) return true;
    return asked === undefined && isBanner(line) && !this.#greeting.isPrompt(line);
  }

  #onTerminal(last: LastLine): void {
    // A listener that got the line first may have disconnected.
    if (!this.#isOpen) return;
    const { terminal } = last;
    const { oldest } = this.#ledger;
    if (this.#question.isLate && this.#isLateAnswer(last)) return;
    if (terminal.kind === 'ok' && oldest instanceof Exchange && this.#buffer.lacksNumber(oldest)) {
      this.#stray(last);
      return;
    }
    const count = this.#ledger.paidBy(terminal, this.#isOurFirmware ? undefined : this.#words);
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
    const { oldest } = this.#ledger;
    const is = this.#question.isLateAnswer(last.terminal, oldest && acknowledgementOf(oldest.line));
    this.#question.over();
    if (is === 'no') return false;
    if (is === 'unsure') {
      this.#weigh({ ...last, fits: false }, 'unsure');
      return true;
    }
    this.#desync(last.line);
    const next = oldest === undefined ? this.#question.next('VERSION', last.line) : undefined;
    if (next !== undefined) this.#askVersion(next);
    return true;
  }

  /** The line may be a reply or a stray, or one before it may. */
  #weigh(next: HeldLine, count: number | 'unsure'): void {
    const complete = this.#held.complete(next, this.#ledger.size);
    if (complete !== undefined) {
      for (const stray of complete.strays) this.#stray(stray);
      const [reply, ...others] = complete.replies;
      this.#pay(1, reply!, false);
      for (const other of others) this.#onTerminal(other);
    } else if (count !== 'unsure' && count > 1) {
      // It is a later command's own word, so nothing more comes for the oldest.
      this.#held.believe();
      this.#onTerminal(next);
    } else {
      for (const stray of this.#held.hold(next, this.#ledger.size)) this.#stray(stray);
    }
  }

  /** A last line that answers nothing. */
  #stray({ line, terminal }: LastLine): void {
    this.#desync(line);
    if (isBarrierWord(terminal)) return;
    this.#doubt ??= { code: 'stray-reply', line };
    this.#resync.heardStray();
  }

  /** No better reply came. */
  #believe([reply, ...others]: HeldLine[]): void {
    this.#pay(1, reply!, true);
    for (const other of others) this.#onTerminal(other);
    this.#advance();
  }

  #pay(count: number, { line, terminal }: LastLine, isSurprise: boolean): void {
    const isCertain = this.#ledger.size === 1 && this.#doubt === undefined;
    if (count > 1) this.#passOver(this.#ledger.take(count - 1));
    const paid = this.#ledger.takeOldest();
    if (paid instanceof Exchange && terminal.kind === 'ok' && !this.#isOurFirmware) {
      if (!isCertain && !isSurprise) this.#words.heardInDoubt(paid.line, terminal.word);
      else if (isCertain && paid.isLive) this.#words.learn(paid.line, terminal.word, isSurprise);
    }
    if (paid instanceof Barrier) this.#resync.barrierAnswered();
    else if (paid?.isLive) this.#credit(paid, terminal.line, terminal.kind === 'ok');
    else this.#desync(line);
  }

  #passOver(entries: (Exchange | Barrier)[]): void {
    for (const entry of entries) {
      if (entry.isBarrier) continue;
      const reason: PlainLinkReason = { code: 'reply-lost', command: entry.line };
      this.#doubt ??= reason;
      if (entry.isLive) this.#unanswered(entry);
      entry.fail('timeout', reason);
    }
  }

  #credit(exchange: Exchange, line: string, ok: boolean): void {
    if (this.#isTooEarly(exchange) && exchange.repeat()) {
      this.#queue.putBack(exchange);
      return;
    }
    const reply = exchange.succeed(line, ok);
    this.#greeting.replied(reply?.lines ?? []);
    if (reply === undefined) return;
    if (ok && exchange.verb === 'STATUS') this.#buffer.statusTold(reply.lines);
    if (exchange.isOwn) {
      this.#creditOwn(exchange, reply);
      return;
    }
    if (exchange.verb === 'STOP' && ok) this.#creditStop();
    // A caller that sends ahead may not want the next commands any more.
    if (exchange.isAhead && !ok) this.#queue.withdraw();
    if (this.#listeners.any) this.#listeners.tell({ type: 'accepted', reply });
    const told = this.#parts.dialect.toldBy(reply, this.#coordinates);
    if (told?.cornerDeviationSteps !== undefined) this.#buffer.toldCornerDeviation(told.cornerDeviationSteps);
    const isUnderWay = this.#executions.size > 0;
    this.#follow(exchange, reply);
    // The place of a machine that is on its way is none to count from.
    if (told !== undefined && !isUnderWay && this.#listeners.any)
      this.#listeners.tell({ type: 'told', told });
    if (!ok || exchange.verb !== 'RESET') return;
    // The board says that it will restart, and then does: the next command would be lost in that.
    this.#queue.moveTo(this.#session + 1);
    this.#newSession({ code: 'board-reset' });
    if (this.#isOpen) this.#settle(this.#port.settle, true);
  }

  /** A query is answered when the machine is at rest; while it moves, the driver repeats the query. */
  #isTooEarly({ verb, isAhead, isOwn }: Exchange): boolean {
    return this.#buffer.isDraining && verb === 'STATUS' && !isAhead && !isOwn;
  }

  /** A command has been carried out when its reply comes, unless it was queued, or others before it are. */
  #follow(exchange: Exchange, reply: Reply): void {
    const { outcome, signal, timeoutMs, number } = exchange;
    const isQueued = reply.ok && exchange.number !== undefined;
    if (outcome === undefined || (!isQueued && this.#executions.size === 0)) {
      outcome?.resolve();
      this.#tellReply(reply);
      return;
    }
    this.#executions.add({ reply, number: isQueued ? number : undefined, timeoutMs, signal, outcome });
  }

  #creditOwn({ verb, line }: Exchange, { ok }: Reply): void {
    if (verb === 'SYNC' && ok) this.#buffer.atRest();
    if (verb !== 'BUFFER') return;
    this.#executions.restart();
    this.#buffer.switched(line, ok);
  }

  /** What was not carried out by now was dropped. */
  #creditStop(): void {
    this.#buffer.doubted();
    this.#dropped(this.#executions.atRest());
  }

  #dropped(commands: readonly string[]): void {
    for (const line of commands) if (this.#listeners.any) this.#listeners.tell({ type: 'unanswered', line });
  }

  #tellReply(reply: Reply): void {
    if (this.#listeners.any) this.#listeners.tell({ type: 'reply', reply });
  }

  #unanswered({ line }: Exchange): void {
    if (this.#listeners.any) this.#listeners.tell({ type: 'unanswered', line });
  }

  /** Commands that were asked for in the last session are not sent in this one: the board may count from elsewhere. */
  #newSession(reason: PlainLinkReason): void {
    const unanswered = this.#ledger.entries.filter((entry) => entry instanceof Exchange && !entry.isOwn);
    const owed = [...this.#executions.commands, ...unanswered.map(({ line }) => line)];
    this.#session++;
    this.#whyOther = reason;
    this.#queue.failOthers(this.#session, reason);
    if (this.#listeners.any) this.#listeners.tell({ type: 'session', session: this.#session, reason, owed });
  }

  #onOther(line: string): void {
    const oldest = this.#ledger.oldest;
    if (this.#settling?.forBanner && oldest === undefined && !isGarbled(line)) this.#greeting.heard(line);
    const isLateAnswer = this.#question.isLate && line.includes(ourName);
    if (isLateAnswer) this.#isOurs(line);
    if (isLateAnswer || !(oldest instanceof Exchange) || !oldest.isLive) {
      if (this.#listeners.any) this.#listeners.tell({ type: 'unsolicited', line });
      return;
    }
    oldest.take(line);
    // Behind a serial server the banner was long ago; this is said only when somebody asks.
    if (line.includes(ourName) && oldest.verb === 'VERSION') this.#isOurs(line);
    if (oldest.verb === 'STATUS') this.#buffer.heardInStatus(line);
  }

  #onBanner(line: string): void {
    this.#parts.log.info({ banner: line }, 'the board started');
    if (!isGarbled(line)) this.#isOurs(line);
    const isExpected = this.#settling?.forBanner === true || this.#question.isAsked;
    if (isExpected) this.#greeting.heard(line);
    else this.#newSession({ code: 'board-restarted' });
    this.#doubt = undefined;
    this.#question.over();
    this.#buffer.started();
    this.#executions.failAll('reset', () => ({ code: 'board-restarted' }));
    this.#executions.restart();
    for (const entry of this.#ledger.take(this.#ledger.size)) {
      if (entry.isBarrier) continue;
      entry.fail('reset', { code: 'board-restarted' });
      // The line end before a banner may have ended a reply that the restart cut off. What was written upon that has
      // reached a board that had started, and will be answered.
      if (this.#isOurFirmware || entry.silencesBefore !== this.#silences) continue;
      this.#ledger.add(entry);
      this.#doubt = { code: 'sent-during-restart', command: entry.line };
    }
    this.#held.drop();
    this.#words.forget();
    this.#resync.rest();
    if (this.#listeners.any) this.#listeners.tell({ type: 'reset', banner: line });
    if (!this.#isOpen) return;
    if (isExpected) this.#settled();
    else this.#settle({ ...this.#port.settle, bannerWaitMs: 0 }, false);
  }

  #isOurs(line: string): void {
    const at = line.indexOf(ourName);
    this.#isOurFirmware = at >= 0;
    const [name, buffer] = line.slice(Math.max(0, at), at + longestFirmwareName).split(' BUFFER ', 2);
    this.#firmware = at < 0 ? undefined : name?.trim();
    this.#buffer.announced(at < 0 ? undefined : buffer);
  }

  #desync(line: string): void {
    this.#parts.log.warn({ line }, 'stray reply');
    if (this.#listeners.any) this.#listeners.tell({ type: 'desync', line });
  }

  #takesCommands(): boolean {
    return this.#state.state !== 'closed' && this.#state.state !== 'waiting';
  }

  #whyClosed(): SendReason {
    return this.#state.state === 'waiting'
      ? { code: 'plotter-missing', because: this.#state.cause }
      : { code: 'not-connected' };
  }

  #become(state: LinkState): void {
    this.#state = state;
    if (this.#listeners.any) this.#listeners.tell({ type: 'state', state });
  }
}

const longestFirmwareName = 60;

/** Commands that are answered with their last line alone, wherever they are known. */
const moving = new Set(firmwareCommands.map(({ verb }) => verb));
for (const question of ['STATUS', 'VERSION']) moving.delete(question);

const isLive = (entry: Exchange | Barrier) => entry.isLive;
