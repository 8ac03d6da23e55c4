import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import { type Clock, type Logger, sleep } from '@stationery/core';
import { Connection, type ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import type { Effect } from '../effect.ts';
import { refusalCodeOf } from '../lines/terminal-line.ts';
import { LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from '../link.ts';
import { LinkListeners } from '../link-listeners.ts';
import { acknowledgementOf } from '../our-language.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { effectOfLine, readCommand } from './ebb-language.ts';
import { Entry } from './entry.ts';
import { firmwareVersionIn, isAtLeast } from './firmware-version.ts';
import { Plotting } from './plotting.ts';
import { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

export interface EbbSettings {
  /** With the pen up, where that is not the same as with the pen down. */
  travelAccelerationMmS2?: number;
  /** Motors that were idle for so long are switched off; 0 for never. */
  motorsOffAfterMs?: number;
}

export interface EbbDriverParts extends LinkPort {
  clock: Clock;
  log: Logger;
  settings?: EbbSettings;
  times?: Partial<ConnectionTimes>;
  random?: () => number;
}

const defaultTimes: ConnectionTimes = {
  openMs: 10_000,
  closeMs: 2000,
  retryFirstMs: 250,
  retryLongestMs: 5000,
};
/** In sixteenths of a step of the motors. */
export const ebbStepsPerMm = 80;
/** What the programs that are sold with these machines allow. */
export const defaultDeviationMm = 0.127;
const identifyMs = 1500;
const identifyAgainMs = 5000;
/** How often a board at rest is asked whether its button was pressed, and whether it is still the same. */
const idleCheckMs = 1000;
const resyncAttempts = 3;
const oldest = [2, 4, 4] as const;

/** AxiDraw, NextDraw and others with an EiBotBoard. Moves are planned here, and the board is sent pieces of them. */
export class EbbDriver implements Driver {
  readonly name = 'ebb';
  /** Enough for the longest way in which a fast machine can brake. */
  readonly window = 512;
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly #parts: EbbDriverParts;
  readonly #clock: Clock;
  readonly #listeners: LinkListeners;
  readonly #connection: Connection;
  readonly #board: Board;
  readonly #plotting: Plotting;
  #port: LinkPort;
  #state: LinkState = { state: 'closed' };
  #isOpen = false;
  #isClosedForGood = false;
  #session = 1;
  #whyOther: PlainLinkReason = { code: 'disconnected' };
  #firmware: string | null = null;
  /** The last line that came. */
  #heard = '';
  /** Counts what makes all that is under way void: an opening, a loss, a stop. */
  #epoch = 0;
  #isBusy = false;
  #ended = new AbortController();
  #cancelIdle: () => void = () => undefined;
  #idleSinceMs = 0;
  /** Sent, or about to be, when the board had to be resynchronised. */
  readonly #doubtful: Entry[] = [];
  /** The commands that were sent and that ended without a reply, of the session that ends. */
  #owed: string[] = [];

  constructor(parts: EbbDriverParts) {
    const { clock, settings = {} } = parts;
    this.#parts = parts;
    this.#clock = clock;
    this.#port = parts;
    this.#listeners = new LinkListeners(parts.log);
    this.#connection = new Connection({
      openPort: () => this.#port.openPort(),
      portPath: () => this.#port.portPath,
      clock,
      times: { ...defaultTimes, ...parts.times },
      events: {
        opening: () => this.#become({ state: 'opening' }),
        opened: () => void this.#opened(),
        bytes: (chunk) => this.#board.line.receive(chunk),
        lost: (reason, retryInMs, error) => this.#lost(reason, retryInMs, error),
      },
    });
    this.#board = new Board({
      clock,
      random: parts.random ?? Math.random,
      write: (bytes) => void this.#connection.write(bytes),
      events: {
        sent: (line) => this.#tell({ type: 'sent', line }),
        received: (line) => {
          this.#heard = line.slice(0, 100);
          this.#tell({ type: 'received', line });
        },
        stray: (line) => this.#stray(line),
      },
    });
    this.#plotting = new Plotting({
      clock,
      board: this.#board,
      travelAcceleration:
        settings.travelAccelerationMmS2 === undefined
          ? undefined
          : settings.travelAccelerationMmS2 * ebbStepsPerMm,
      deviation: defaultDeviationMm * ebbStepsPerMm,
      tell: (event) => this.#tell(event),
    });
  }

  /** The board does not know which machine is around it. */
  get identity(): Identity {
    return { model: this.#firmware === null ? null : 'EiBotBoard', firmware: this.#firmware };
  }

  get facts(): MachineFacts {
    return { stepsPerMm: ebbStepsPerMm, coordinates: 'absolute' };
  }

  get state(): LinkState {
    return this.#state;
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

  configure(profile: Profile): void {
    this.#plotting.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOfLine(command);
  }

  acknowledgementOf(command: string): string {
    return acknowledgementOf(command);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  begin(command: string, options: SendOptions): Begun {
    return this.#begin(command, options, false);
  }

  #begin(command: string, options: SendOptions, isUrgent: boolean): Begun {
    const { signal, session = this.#session } = options;
    if (command.trim() === '' || /[\r\n]/.test(command))
      throw new TypeError('A command is one line that is not empty');
    const refuse = (kind: LinkError['kind'], reason: LinkError['reason']) =>
      notBegun(new LinkError(kind, reason, command));
    if (signal?.aborted) return refuse('aborted', { code: 'abandoned-unsent', command });
    if (session !== this.#session) return refuse('other-session', this.#whyOther);
    const { state } = this.#state;
    if (state === 'closed' || state === 'waiting') return refuse('closed', this.#whyClosed());
    if (this.#state.state === 'suspect')
      return refuse('not-ready', { code: 'resynchronising', because: this.#state.cause });
    const action = readCommand(command);
    if (action.kind === 'stop') return this.#beginStop();
    const entry = new Entry(command, action, options);
    entry.watch(signal, () => this.#abandon(entry));
    this.#plotting.add(entry);
    this.#tell({ type: 'begun', command });
    this.#wake();
    if (isUrgent) this.#limitTime(entry);
    return entry.begun;
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#begin(command, options, true) }, command, options);
  }

  /** Somebody waits for its end, but no longer than this. What was sent of it is still carried out. */
  #limitTime(entry: Entry, ms = entry.timeoutMs): void {
    const cancel = this.#clock.after(ms, () => {
      if (entry.isOver) return;
      // Its time begins when those before it are done.
      const hadMs = this.#plotting.msSinceTurnOf(entry);
      if (hadMs < entry.timeoutMs) this.#limitTime(entry, entry.timeoutMs - hadMs);
      else if (this.#plotting.remove(entry)) entry.fail('not-ready', { code: 'reply-owed' });
      else {
        this.#tell({ type: 'unanswered', line: entry.command });
        entry.fail('timeout', { code: 'unanswered', command: entry.command });
      }
    });
    entry.begun.executed.then(cancel, cancel);
  }

  withdraw(): void {
    for (const entry of this.#plotting.withdraw()) entry.fail('aborted', abandonedUnsent(entry));
  }

  stop(onWritten: () => void = () => {}): Promise<Reply> {
    if (!this.#isOpen) {
      onWritten();
      return Promise.reject(new LinkError('closed', this.#whyClosed(), 'STOP'));
    }
    const epoch = this.#newEpoch();
    this.#failAll('aborted', (entry) =>
      entry.isSent ? { code: 'stopped-unfinished', command: entry.command } : { code: 'stopped-unsent' },
    );
    const stopped = this.#halt(epoch);
    void this.#connection.write(new Uint8Array()).then(onWritten, onWritten);
    return stopped;
  }

  endHold(): void {}

  connect(): void {
    if (this.#isClosedForGood) return;
    if (this.#state.state === 'closed' || this.#state.state === 'waiting') this.#connection.open();
  }

  async disconnect(): Promise<void> {
    const reason: PlainLinkReason = { code: 'disconnected' };
    this.#failAll('lost', () => reason);
    // Programs that do not know the future syntax find the board as they left it.
    if (this.#isOpen && this.#board.isThree) this.#board.line.tell('CU,10,0');
    this.#endSession(reason);
    this.#firmware = null;
    this.#port.forgetDevice?.();
    const gone = this.#connection.close();
    this.#become({ state: 'closed' });
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

  async #opened(): Promise<void> {
    const epoch = this.#newEpoch();
    this.#isOpen = true;
    this.#heard = '';
    this.#become({ state: 'settling' });
    await this.#guarded(epoch, () => this.#greet(epoch));
  }

  /** Finds out who is there, without anything that could move a machine of another kind. */
  async #greet(epoch: number): Promise<void> {
    const { line } = this.#board;
    let said: string | undefined;
    while (said === undefined) {
      try {
        said = await line.identify((text) => firmwareVersionIn(text) !== undefined, identifyMs);
      } catch (error) {
        if (!(error instanceof NoReply) || error.kind === 'ended') throw error;
        this.#isNot(epoch, { code: 'wrong-machine', driver: this.name, heard: this.#heard });
        await sleep(this.#clock, identifyAgainMs, this.#ended.signal);
      }
    }
    if (epoch !== this.#epoch) return;
    const version = firmwareVersionIn(said)!;
    this.#firmware = version.join('.');
    if (!isAtLeast(version, oldest)) {
      this.#isNot(epoch, { code: 'firmware-too-old', firmware: this.#firmware, needed: oldest.join('.') });
      return;
    }
    this.#board.version = version;
    await this.#board.begin();
    const isSame = await this.#board.hasMark();
    await this.#plotting.rest(() => epoch === this.#epoch);
    if (!isSame) this.#plotting.restarted();
    await this.#board.setMark();
    await this.#plotting.locate();
    if (epoch !== this.#epoch) return;
    this.#connection.proven();
    this.#ready();
  }

  #isNot(epoch: number, reason: PlainLinkReason): void {
    if (epoch !== this.#epoch) return;
    this.#failAll('not-ready', () => ({ code: 'resynchronising', because: reason }));
    this.#become({ state: 'suspect', ...because(reason) });
  }

  #wake(): void {
    if (this.#isBusy || !['ready', 'busy'].includes(this.#state.state)) return;
    this.#isBusy = true;
    this.#cancelIdle();
    const epoch = this.#epoch;
    // Whatever else is begun in this turn is planned together with it.
    this.#cancelIdle = this.#clock.after(0, () => void this.#guarded(epoch, () => this.#work(epoch)));
  }

  async #work(epoch: number): Promise<void> {
    const goesOn = () => epoch === this.#epoch;
    while (goesOn() && this.#plotting.hasWork) {
      const { command } = this.#plotting;
      if (command !== undefined && (this.#state.state !== 'busy' || this.#state.command !== command))
        this.#become({ state: 'busy', command });
      const outcome = await this.#plotting.step(goesOn);
      if (!goesOn()) return;
      if (outcome !== 'restarted' && outcome !== 'told-to-restart') continue;
      await this.#restarted(outcome === 'restarted' ? 'board-restarted' : 'board-reset', epoch);
      return;
    }
    if (goesOn()) this.#ready();
  }

  #ready(): void {
    this.#isBusy = false;
    this.#idleSinceMs = this.#clock.nowMs();
    this.#become({ state: 'ready' });
    if (this.#plotting.hasWork) this.#wake();
    else this.#checkLater();
  }

  /** A board at rest is polled from time to time. */
  #checkLater(): void {
    const epoch = this.#epoch;
    this.#cancelIdle = this.#clock.after(idleCheckMs, () => {
      if (epoch !== this.#epoch || this.#isBusy) return;
      this.#isBusy = true;
      void this.#guarded(epoch, async () => {
        const offMs = this.#parts.settings?.motorsOffAfterMs ?? 600_000;
        const isLong = offMs > 0 && this.#clock.nowMs() - this.#idleSinceMs >= offMs;
        if (isLong) await this.#plotting.switchMotorsOff();
        const isSame = await this.#plotting.look();
        if (epoch !== this.#epoch) return;
        if (!isSame) {
          await this.#restarted('board-restarted', epoch);
          return;
        }
        this.#isBusy = false;
        if (this.#plotting.hasWork) this.#wake();
        else this.#checkLater();
      });
    });
  }

  /** A board that does not answer as it should is resynchronised; any other failure is a defect. */
  async #guarded(epoch: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (epoch !== this.#epoch) return;
      if (!(error instanceof NoReply)) {
        this.#parts.log.error({ err: error }, 'the EBB driver failed');
      }
      await this.#recover(error instanceof Error ? error.message : String(error));
    }
  }

  async #recover(message: string): Promise<void> {
    const epoch = this.#newEpoch();
    this.#parts.log.warn({ message }, 'the link is suspect');
    const reason = this.#doubt();
    this.#become({ state: 'suspect', ...because(reason) });
    this.#doubtful.push(...this.#plotting.takeAll());
    for (let attempt = 1; attempt <= resyncAttempts; attempt++) {
      try {
        await this.#board.resynchronise();
        const isSame = await this.#board.hasMark();
        if (epoch !== this.#epoch) return;
        if (!isSame) {
          await this.#restarted('board-restarted', epoch);
          return;
        }
        await this.#plotting.rest(() => epoch === this.#epoch);
        await this.#plotting.locate();
        if (epoch !== this.#epoch) return;
        this.#failDoubtful(reason);
        this.#ready();
        return;
      } catch (error) {
        if (epoch !== this.#epoch) return;
        if (!(error instanceof NoReply)) this.#parts.log.error({ err: error }, 'the EBB driver failed');
      }
    }
    this.#failDoubtful(reason);
    this.#endSession({ code: 'port-reopened' });
    this.#connection.open();
  }

  #failDoubtful(reason: PlainLinkReason): void {
    this.#failAll(
      'timeout',
      (entry) => ({ code: 'unanswered', command: entry.command }),
      () => ['not-ready', { code: 'resynchronising', because: reason }],
    );
  }

  /** The board has forgotten everything: where the pen is, its syntax, and what it was to do. */
  async #restarted(code: 'board-restarted' | 'board-reset', before: number): Promise<void> {
    if (before !== this.#epoch) return;
    const epoch = this.#newEpoch();
    const reason: PlainLinkReason = { code };
    this.#failAll(
      'reset',
      () => reason,
      () => ['other-session', reason],
    );
    this.#plotting.restarted();
    this.#whyOther = reason;
    this.#session++;
    this.#tell({ type: 'reset', banner: `EBB ${this.#firmware}` });
    this.#tell({ type: 'session', session: this.#session, reason, owed: this.#owed });
    this.#become({ state: 'settling' });
    await this.#guarded(epoch, () => this.#greet(epoch));
  }

  /** The board stops, and says where; then the pen is lifted. */
  async #halt(epoch: number): Promise<Reply> {
    const { line } = this.#board;
    const reply: Reply = {
      sent: 'STOP',
      ok: true,
      terminalLine: acknowledgementOf('STOP'),
      lines: [acknowledgementOf('STOP')],
    };
    try {
      if (line.isInStep) {
        await this.#board.ask('ES');
      } else {
        line.tell('ES');
        await this.#board.resynchronise();
      }
      if (epoch !== this.#epoch) return reply;
      const isSame = await this.#board.hasMark();
      if (!isSame) {
        await this.#restarted('board-restarted', epoch);
        return reply;
      }
      this.#plotting.halted();
      await this.#plotting.rest(() => epoch === this.#epoch);
      await this.#plotting.locate();
      await this.#plotting.liftPen(() => epoch === this.#epoch);
      if (epoch === this.#epoch) this.#ready();
      return reply;
    } catch (error) {
      if (epoch === this.#epoch && error instanceof NoReply) void this.#recover(error.message);
      throw new LinkError(
        error instanceof NoReply && error.kind === 'ended' ? 'lost' : 'timeout',
        { code: 'unanswered', command: 'STOP' },
        'STOP',
      );
    }
  }

  #beginStop(): Begun {
    const accepted = this.stop();
    accepted.catch(() => undefined);
    const executed = accepted.then(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  #abandon(entry: Entry): void {
    if (this.#plotting.remove(entry)) entry.fail('aborted', abandonedUnsent(entry));
    else {
      this.#tell({ type: 'unanswered', line: entry.command });
      entry.fail('aborted', { code: 'abandoned', command: entry.command });
    }
  }

  #stray(line: string): void {
    this.#tell({ type: 'desync', line });
    if (this.#isBusy || this.#state.state !== 'ready') return;
    this.#isBusy = true;
    this.#cancelIdle();
    void this.#recover(`“${line}” answers nothing`);
  }

  #lost(reason: PlainLinkReason, retryInMs: number, error: unknown): void {
    this.#parts.log.warn({ reason, err: error, retryInMs }, 'the plotter is not connected');
    this.#failAll(
      'lost',
      () => reason,
      () => ['closed', reason],
    );
    this.#endSession(reason);
    this.#become({ state: 'waiting', ...because(reason), retryInMs });
  }

  #endSession(reason: PlainLinkReason): void {
    this.#newEpoch();
    this.#board.line.giveUp();
    this.#plotting.lost();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#whyOther = reason;
    this.#session++;
    this.#tell({ type: 'session', session: this.#session, reason, owed: this.#owed });
    this.#owed = [];
  }

  /** Rejects all that was begun; commands that were not sent may get another reason. */
  #failAll(
    kind: LinkError['kind'],
    reasonOf: (entry: Entry) => LinkError['reason'],
    unsent?: () => [LinkError['kind'], LinkError['reason']],
  ): void {
    this.#owed = [];
    for (const entry of [...this.#doubtful.splice(0), ...this.#plotting.takeAll()]) {
      if (entry.isSent && !entry.isOver) {
        this.#owed.push(entry.command);
        this.#tell({ type: 'unanswered', line: entry.command });
      }
      if (entry.isSent || unsent === undefined) entry.fail(kind, reasonOf(entry));
      else entry.fail(...unsent());
    }
  }

  #newEpoch(): number {
    this.#cancelIdle();
    this.#ended.abort(new NoReply('ended', 'another stretch of time began'));
    this.#ended = new AbortController();
    this.#plotting.interrupt();
    this.#isBusy = true;
    return ++this.#epoch;
  }

  #doubt(): PlainLinkReason {
    return { code: 'reply-owed' };
  }

  #whyClosed(): LinkError['reason'] {
    return this.#state.state === 'waiting'
      ? { code: 'plotter-missing', because: this.#state.cause }
      : { code: 'not-connected' };
  }

  #become(state: LinkState): void {
    this.#state = state;
    this.#tell({ type: 'state', state });
  }

  #tell(event: LinkEvent): void {
    if (this.#listeners.any) this.#listeners.tell(event);
  }
}

function abandonedUnsent({ command }: Entry): LinkError['reason'] {
  return { code: 'abandoned-unsent', command };
}
