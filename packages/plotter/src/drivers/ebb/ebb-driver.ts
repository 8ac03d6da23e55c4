import { because, type PlainLinkReason, type RefusalCode, type SendReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import { DriverPort } from '../driver-port.ts';
import type { Effect } from '../effect.ts';
import { refusalCodeOf } from '../lines/terminal-line.ts';
import { LinkError, type LinkEvent, type Reply, type SendOptions } from '../link.ts';
import { acknowledgementOf } from '../our-language.ts';
import { PortDriver } from '../port-driver.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { CommandQueue } from './command-queue.ts';
import { effectOfLine, readCommand } from './ebb-language.ts';
import { defaultDeviationMm, defaultTimes, type EbbDriverParts, ebbStepsPerMm } from './ebb-parts.ts';
import { Greeting } from './greeting.ts';
import { PendingCommands } from './pending-commands.ts';
import { Plotting } from './plotting.ts';
import { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

/** How often a board at rest is asked whether its button was pressed, and whether it is still the same. */
const idleCheckMs = 1000;
const resyncAttempts = 3;

/** AxiDraw, NextDraw and others with an EiBotBoard. Moves are planned here, and the board is sent pieces of them. */
export class EbbDriver extends PortDriver implements Driver {
  readonly name = 'ebb';
  /** Enough for the longest way in which a fast machine can brake. */
  readonly window = 512;
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly #parts: EbbDriverParts;
  readonly #clock: Clock;
  protected readonly port: DriverPort;
  readonly #board: Board;
  readonly #queue: CommandQueue;
  readonly #plotting: Plotting;
  readonly #pending: PendingCommands;
  readonly #greeting: Greeting;
  /** Aborted by what makes all that is under way void: an opening, a loss, a stop. */
  #current = new AbortController();
  #isBusy = false;
  #cancelIdle: () => void = () => undefined;
  #idleSinceMs = 0;

  constructor(parts: EbbDriverParts) {
    super();
    const { clock, log, settings = {} } = parts;
    const tell = (event: LinkEvent) => this.port.tell(event);
    this.#parts = parts;
    this.#clock = clock;
    this.port = new DriverPort({
      ...{ port: parts, clock, log },
      times: { ...defaultTimes, ...parts.times },
      opened: () => void this.#opened(),
      bytes: (chunk) => this.#board.line.receive(chunk),
      lost: (reason) => this.#lost(reason),
    });
    this.#board = new Board({
      clock,
      random: parts.random ?? Math.random,
      write: (bytes) => void this.port.write(bytes),
      events: {
        sent: (line) => tell({ type: 'sent', line }),
        received: (line) => {
          this.#greeting.received(line);
          tell({ type: 'received', line });
        },
        stray: (line) => this.#stray(line),
      },
    });
    this.#queue = new CommandQueue(clock, tell);
    this.#plotting = new Plotting({
      ...{ clock, board: this.#board, queue: this.#queue, tell },
      travelAcceleration:
        settings.travelAccelerationMmS2 === undefined
          ? undefined
          : settings.travelAccelerationMmS2 * ebbStepsPerMm,
      deviation: defaultDeviationMm * ebbStepsPerMm,
    });
    this.#pending = new PendingCommands({
      ...{ clock, queue: this.#queue, tell },
      takeAll: () => this.#plotting.takeAll(),
    });
    this.#greeting = new Greeting({
      ...{ clock, board: this.#board, plotting: this.#plotting },
      isNot: (reason) => this.#isNot(reason),
    });
  }

  /** The board does not know which machine is around it. */
  get identity(): Identity {
    const { firmware } = this.#greeting;
    return { model: firmware === null ? null : 'EiBotBoard', firmware };
  }

  get facts(): MachineFacts {
    return { coordinates: 'absolute', penHeightLimits: this.#plotting.penHeightLimits };
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
    const refusal = this.port.refusalOf(command, options);
    if (refusal !== undefined) return notBegun(refusal);
    const { state } = this;
    if (state.state === 'suspect') return notBegun(new LinkError('not-ready', whyNot(state.cause), command));
    const action = readCommand(command);
    if (action.kind === 'stop') return this.#beginStop();
    const entry = this.#pending.begin(command, action, options);
    this.#wake();
    if (isUrgent) this.#pending.limitTime(entry);
    return entry.begun;
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#begin(command, options, true) }, command, options);
  }

  withdraw(): void {
    this.#pending.withdraw();
  }

  stop(onWritten: () => void = () => {}): Promise<Reply> {
    if (!this.isOpen) {
      onWritten();
      return Promise.reject(this.port.closedError('STOP'));
    }
    const current = this.#interrupt();
    this.#pending.fail('aborted', (entry) =>
      entry.isSent ? { code: 'stopped-unfinished', command: entry.command } : { code: 'stopped-unsent' },
    );
    const stopped = this.#halt(current);
    void this.port.write(new Uint8Array()).then(onWritten, onWritten);
    return stopped;
  }

  endHold(): void {}

  async disconnect(): Promise<void> {
    const reason: PlainLinkReason = { code: 'disconnected' };
    this.#pending.fail('lost', () => reason);
    // Programs that do not know the future syntax find the board as they left it.
    if (this.isOpen && this.#board.isThree) this.#board.line.tell('CU,10,0');
    this.#endSession(reason);
    this.#greeting.forget();
    await this.port.disconnect();
  }

  async #opened(): Promise<void> {
    const current = this.#interrupt();
    this.#greeting.opened();
    this.port.become({ state: 'settling' });
    await this.#greet(current);
  }

  #greet(current: AbortSignal): Promise<void> {
    return this.#guarded(current, async () => {
      if (!(await this.#greeting.run(current))) return;
      this.port.proven();
      this.#ready();
    });
  }

  #isNot(reason: PlainLinkReason): void {
    this.#pending.fail('not-ready', () => whyNot(reason));
    this.port.become({ state: 'suspect', ...because(reason) });
  }

  #wake(): void {
    if (this.#isBusy || !['ready', 'busy'].includes(this.state.state)) return;
    this.#isBusy = true;
    this.#cancelIdle();
    const { signal: current } = this.#current;
    // Whatever else is begun in this turn is planned together with it.
    this.#cancelIdle = this.#clock.after(0, () => void this.#guarded(current, () => this.#work(current)));
  }

  async #work(current: AbortSignal): Promise<void> {
    const goesOn = () => !current.aborted;
    while (goesOn() && this.#queue.hasWork) {
      const command = this.#queue.oldest?.command;
      if (command !== undefined && (this.state.state !== 'busy' || this.state.command !== command))
        this.port.become({ state: 'busy', command });
      const outcome = await this.#plotting.step(goesOn);
      if (!goesOn()) return;
      if (outcome !== 'restarted' && outcome !== 'told-to-restart') continue;
      await this.#restarted(outcome === 'restarted' ? 'board-restarted' : 'board-reset', current);
      return;
    }
    if (goesOn()) this.#ready();
  }

  #ready(): void {
    this.#isBusy = false;
    this.#idleSinceMs = this.#clock.nowMs();
    this.port.become({ state: 'ready' });
    if (this.#queue.hasWork) this.#wake();
    else this.#checkLater();
  }

  /** A board at rest is polled from time to time. */
  #checkLater(): void {
    const { signal: current } = this.#current;
    this.#cancelIdle = this.#clock.after(idleCheckMs, () => {
      if (current.aborted || this.#isBusy) return;
      this.#isBusy = true;
      void this.#guarded(current, async () => {
        const offMs = this.#parts.settings?.motorsOffAfterMs ?? 600_000;
        const isLong = offMs > 0 && this.#clock.nowMs() - this.#idleSinceMs >= offMs;
        if (isLong) await this.#plotting.switchMotorsOff();
        const isSame = await this.#plotting.look();
        if (current.aborted) return;
        if (!isSame) {
          await this.#restarted('board-restarted', current);
          return;
        }
        this.#isBusy = false;
        if (this.#queue.hasWork) this.#wake();
        else this.#checkLater();
      });
    });
  }

  /** A board that does not answer as it should is resynchronised; any other failure is a defect. */
  async #guarded(current: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (current.aborted) return;
      if (!(error instanceof NoReply)) {
        this.#parts.log.error({ err: error }, 'the EBB driver failed');
      }
      await this.#recover(error instanceof Error ? error.message : String(error));
    }
  }

  async #recover(message: string): Promise<void> {
    const current = this.#interrupt();
    this.#parts.log.warn({ message }, 'the link is suspect');
    const reason: PlainLinkReason = { code: 'reply-owed' };
    this.port.become({ state: 'suspect', ...because(reason) });
    this.#pending.doubt();
    for (let attempt = 1; attempt <= resyncAttempts; attempt++) {
      try {
        await this.#board.resynchronise();
        const isSame = await this.#board.hasMark();
        if (current.aborted) return;
        if (!isSame) {
          await this.#restarted('board-restarted', current);
          return;
        }
        await this.#plotting.rest(() => !current.aborted);
        await this.#plotting.locate();
        if (current.aborted) return;
        this.#failDoubtful(reason);
        this.#ready();
        return;
      } catch (error) {
        if (current.aborted) return;
        if (!(error instanceof NoReply)) this.#parts.log.error({ err: error }, 'the EBB driver failed');
      }
    }
    this.#failDoubtful(reason);
    this.#endSession({ code: 'port-reopened' });
    this.port.reopen();
  }

  #failDoubtful(reason: PlainLinkReason): void {
    this.#pending.fail(
      'timeout',
      (entry) => ({ code: 'unanswered', command: entry.command }),
      () => ['not-ready', { code: 'resynchronising', because: reason }],
    );
  }

  /** The board has forgotten everything: where the pen is, its syntax, and what it was to do. */
  async #restarted(code: 'board-restarted' | 'board-reset', before: AbortSignal): Promise<void> {
    if (before.aborted) return;
    const current = this.#interrupt();
    const reason: PlainLinkReason = { code };
    this.#pending.fail(
      'reset',
      () => reason,
      () => ['other-session', reason],
    );
    this.#plotting.restarted();
    this.port.newSession(reason);
    this.port.tell({ type: 'reset', banner: `EBB ${this.#greeting.firmware}` });
    this.port.tellSession(this.#pending.owed);
    this.port.become({ state: 'settling' });
    await this.#greet(current);
  }

  /** The board stops, and says where; then the pen is lifted. */
  async #halt(current: AbortSignal): Promise<Reply> {
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
      if (current.aborted) return reply;
      const isSame = await this.#board.hasMark();
      if (!isSame) {
        await this.#restarted('board-restarted', current);
        return reply;
      }
      this.#plotting.halted();
      await this.#plotting.rest(() => !current.aborted);
      await this.#plotting.locate();
      await this.#plotting.liftPen(() => !current.aborted);
      if (!current.aborted) this.#ready();
      return reply;
    } catch (error) {
      if (!current.aborted && error instanceof NoReply) void this.#recover(error.message);
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

  #stray(line: string): void {
    this.port.tell({ type: 'desync', line });
    if (this.#isBusy || this.state.state !== 'ready') return;
    this.#isBusy = true;
    this.#cancelIdle();
    void this.#recover(`“${line}” answers nothing`);
  }

  #lost(reason: PlainLinkReason): void {
    this.#pending.fail(
      'lost',
      () => reason,
      () => ['closed', reason],
    );
    this.#endSession(reason);
  }

  #endSession(reason: PlainLinkReason): void {
    this.#interrupt();
    this.#board.line.giveUp();
    this.#plotting.lost();
    if (!this.port.leave()) return;
    this.port.newSession(reason);
    this.port.tellSession(this.#pending.owed);
    this.#pending.forgetOwed();
  }

  /** Ends all that is under way. The signal is aborted by the next call. */
  #interrupt(): AbortSignal {
    this.#cancelIdle();
    this.#current.abort(new NoReply('ended', 'another stretch of time began'));
    this.#current = new AbortController();
    this.#plotting.interrupt();
    this.#isBusy = true;
    return this.#current.signal;
  }
}

/** A machine of another kind is not being resynchronised. */
function whyNot(cause: PlainLinkReason): SendReason {
  const isOther = cause.code === 'wrong-machine' || cause.code === 'firmware-too-old';
  return isOther ? cause : { code: 'resynchronising', because: cause };
}
