import { because, type PlainLinkReason, type RefusalCode, type SendReason } from '@stationery/contract';
import { defaultConnectionTimes } from '../../link/connection.ts';
import { type CommandHandle, type Driver, type Identity, notBegun } from '../driver.ts';
import { BriefMemory } from '../family.ts';
import { MachineDriver } from '../kernel/machine-driver.ts';
import { CommandQueue, type Endings, stopped } from '../kernel/queue.ts';
import type { Effect } from '../language/effect.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { refusalCodeOf } from '../lines/terminal-line.ts';
import { LinkError, type LinkEvent, type Reply, type SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { defaultDeviationMm, type EbbDriverDeps, ebbStepsPerMm } from './ebb-deps.ts';
import { EbbCommand, effectOfLine, readCommand } from './ebb-language.ts';
import { firmwareVersionIn, isAtLeast } from './firmware-version.ts';
import { Plotting, type Trouble } from './plotting.ts';
import { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

/** Interval of queries to an idle board: was its button pressed, has it restarted? */
const idleCheckMs = 1000;
const resyncAttempts = 3;
const identifyMs = 1500;
const identifyAgainMs = 5000;
const oldest = [2, 4, 4] as const;

/** Plans moves and sends the board short segments of them. */
export class EbbDriver extends MachineDriver implements Driver {
  readonly name = 'ebb';
  /** Enough for the longest braking distance of a fast machine. */
  readonly window = 512;
  readonly #board: Board;
  readonly #queue: CommandQueue<EbbCommand>;
  readonly #plotting: Plotting;
  readonly #motorsOffAfterMs: number;
  #isBusy = false;
  #cancelTimer: () => void = () => undefined;
  #idleSinceMs = 0;
  #firmware: string | null = null;
  #lastLine = '';
  /** Until the connected board was greeted, a missing mark does not mean a restart. */
  #isGreeted = false;

  constructor(deps: EbbDriverDeps) {
    const { clock, log, settings = {}, memory = new BriefMemory() } = deps;
    const times = { ...defaultConnectionTimes, ...deps.times };
    super({ clock, log, port: deps, times, firstSession: deps.firstSession });
    const tell = (event: LinkEvent) => this.link.tell(event);
    this.#motorsOffAfterMs = settings.motorsOffAfterMs ?? 600_000;
    this.#board = new Board({
      clock,
      random: deps.random ?? Math.random,
      write: (bytes) => void this.link.write(bytes),
      events: {
        sent: (line) => tell({ type: 'sent', line }),
        received: (line) => {
          this.#lastLine = line.slice(0, 100);
          tell({ type: 'received', line });
        },
        stray: (line) => {
          tell({ type: 'desync', line });
          // During a procedure, the procedure itself notices the unexpected line.
          if (!this.#isBusy && this.state.state === 'ready')
            void this.#resynchronise(`“${line}” is not a reply to any command`);
        },
      },
    });
    this.#queue = new CommandQueue({
      clock,
      tell,
      isTimed: ({ isAwaited }) => isAwaited,
      onLate: (entry) => this.#late(entry),
    });
    this.#plotting = new Plotting({
      clock,
      board: this.#board,
      queue: this.#queue,
      memory,
      tell,
      travelAcceleration:
        settings.travelAccelerationMmS2 === undefined
          ? undefined
          : settings.travelAccelerationMmS2 * ebbStepsPerMm,
      deviation: defaultDeviationMm * ebbStepsPerMm,
    });
  }

  /** The model is the board's, because the board does not know its machine. */
  get identity(): Identity {
    return { model: this.#firmware === null ? null : 'EiBotBoard', firmware: this.#firmware };
  }

  get facts(): MachineFacts {
    return { coordinates: 'absolute', penHeightLimits: this.#plotting.penHeightLimits };
  }

  configure(profile: Profile): void {
    this.#plotting.configure(profile);
  }

  effectOf(command: string): Effect {
    const effect = effectOfLine(command);
    return effect.isHoming && this.#plotting.findsOrigin ? { ...effect, confirmsOrigin: true } : effect;
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalCodeOf(terminalLine);
  }

  protected beginCommand(command: string, options: SendOptions): CommandHandle {
    const { state } = this;
    if (state.state === 'suspect') return notBegun(new LinkError('not-ready', whyNot(state.cause), command));
    const action = readCommand(command);
    if (action.kind === 'stop') return this.#beginStop();
    const entry = new EbbCommand(command, action, options);
    entry.onAbort(() => this.#queue.abandon(entry));
    this.#queue.add(entry);
    this.link.tell({ type: 'begun', command });
    this.#wake();
    return entry;
  }

  withdraw(): void {
    this.#queue.withdraw();
  }

  #beginStop(): CommandHandle {
    const accepted = this.stop();
    accepted.catch(() => undefined);
    const executed = accepted.then(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  override async disconnect(): Promise<void> {
    // Restore the legacy syntax for programs that do not support the future one.
    if (this.isOpen && this.#board.isThree) this.#board.line.tell('CU,10,0');
    await super.disconnect();
  }

  protected forgetMachine(): void {
    this.#firmware = null;
  }

  protected override leftPort(): void {
    this.#board.line.giveUp();
    this.#plotting.halted();
    this.#plotting.motion.interrupt();
  }

  protected endCommands(endings: Endings): string[] {
    const owed = this.#queue.end(endings);
    this.#plotting.halted();
    return owed;
  }

  /** Handles a timeout. The sent part of the command is still carried out. */
  #late(entry: EbbCommand): boolean {
    const { command } = entry;
    if (this.#queue.remove(entry)) entry.fail({ kind: 'not-ready', reason: { code: 'reply-owed' } });
    else {
      this.link.tell({ type: 'unanswered', line: command });
      entry.fail({ kind: 'timeout', reason: { code: 'unanswered', command } });
    }
    return true;
  }

  protected receive(chunk: Uint8Array): void {
    this.#board.line.receive(chunk);
  }

  protected override interrupt(): () => boolean {
    this.#cancelTimer();
    this.#isBusy = true;
    const isGone = super.interrupt();
    this.#plotting.motion.interrupt();
    return isGone;
  }

  protected opened(): void {
    const isGone = this.interrupt();
    this.#lastLine = '';
    this.link.become({ state: 'settling' });
    void this.#greet(isGone);
  }

  #greet(isGone: () => boolean): Promise<void> {
    return this.#guarded(isGone, async () => {
      if (!(await this.#introduce(isGone))) return;
      this.link.proven();
      this.#ready();
    });
  }

  /**
   * Identifies the board, which moves no machine of any family. Returns whether the board is at rest and can be used.
   */
  async #introduce(isGone: () => boolean): Promise<boolean> {
    this.#isGreeted = false;
    const version = await this.#identify();
    if (isGone()) return false;
    if (version === undefined) {
      this.refuse({ code: 'wrong-machine', driver: 'ebb', heard: this.#lastLine });
      this.#cancelTimer = this.clock.after(identifyAgainMs, () => void this.#greet(isGone));
      return false;
    }
    this.#firmware = version.join('.');
    if (!isAtLeast(version, oldest)) {
      this.refuse({ code: 'firmware-too-old', firmware: this.#firmware, needed: oldest.join('.') });
      return false;
    }
    this.#board.version = version;
    await this.#board.begin();
    await this.#plotting.begin(() => !isGone());
    this.#isGreeted = !isGone();
    return this.#isGreeted;
  }

  async #identify() {
    try {
      const isVersion = (text: string) => firmwareVersionIn(text) !== undefined;
      return firmwareVersionIn(await this.#board.line.identify(isVersion, identifyMs));
    } catch (error) {
      if (!(error instanceof NoReply)) throw error;
      return undefined;
    }
  }

  #ready(): void {
    this.#isBusy = false;
    this.#idleSinceMs = this.clock.nowMs();
    this.link.become({ state: 'ready' });
    this.#goOn();
  }

  #goOn(): void {
    if (this.#queue.isEmpty) this.#checkLater();
    else this.#wake();
  }

  #wake(): void {
    if (this.#isBusy || !['ready', 'busy'].includes(this.state.state)) return;
    this.#isBusy = true;
    this.#cancelTimer();
    const isGone = this.watch();
    // Waits for the end of this turn of the event loop, so that commands begun together are planned together.
    this.#cancelTimer = this.clock.after(0, () => void this.#guarded(isGone, () => this.#work(isGone)));
  }

  async #work(isGone: () => boolean): Promise<void> {
    while (!isGone() && !this.#queue.isEmpty) {
      const command = this.#queue.oldest?.command;
      const { state } = this;
      if (command !== undefined && (state.state !== 'busy' || state.command !== command))
        this.link.become({ state: 'busy', command });
      const trouble = await this.#plotting.step(() => !isGone());
      if (isGone()) return;
      if (trouble !== undefined) {
        await this.#beginAgain(trouble);
        return;
      }
    }
    if (!isGone()) this.#ready();
  }

  #checkLater(): void {
    const isGone = this.watch();
    this.#cancelTimer = this.clock.after(idleCheckMs, () => {
      if (isGone() || this.#isBusy) return;
      this.#isBusy = true;
      void this.#guarded(isGone, () => this.#check(isGone));
    });
  }

  async #check(isGone: () => boolean): Promise<void> {
    const idleMs = this.clock.nowMs() - this.#idleSinceMs;
    if (this.#motorsOffAfterMs > 0 && idleMs >= this.#motorsOffAfterMs)
      await this.#plotting.motion.switchMotorsOff();
    const trouble = await this.#plotting.look();
    if (isGone()) return;
    if (trouble !== undefined) {
      await this.#beginAgain(trouble);
      return;
    }
    this.#isBusy = false;
    this.#goOn();
  }

  protected stopMachine(onWritten: () => void): Promise<Reply> {
    const isGone = this.interrupt();
    this.endInDoubt(stopped);
    const halted = this.#halt(isGone);
    void this.link.write(new Uint8Array()).then(onWritten, onWritten);
    return halted;
  }

  async #halt(isGone: () => boolean): Promise<Reply> {
    const { line } = this.#board;
    const terminalLine = acknowledgementOf('STOP');
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines: [terminalLine] };
    try {
      if (line.isInStep) {
        await this.#board.ask('ES');
      } else {
        line.tell('ES');
        await this.#board.resynchronise();
      }
      if (isGone() || !(await this.#isSame(isGone))) return reply;
      this.#plotting.halted();
      await this.#plotting.motion.rest(() => !isGone());
      await this.#plotting.locate();
      await this.#plotting.liftPen(() => !isGone());
      if (!isGone()) this.#ready();
      return reply;
    } catch (error) {
      if (!isGone() && error instanceof NoReply) void this.#resynchronise(error.message);
      const kind = error instanceof NoReply && error.kind === 'ended' ? 'lost' : 'timeout';
      throw new LinkError(kind, { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
  }

  /** Any failure other than a wrong or missing reply is logged as a defect. */
  async #guarded(isGone: () => boolean, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (isGone()) return;
      this.#logDefect(error);
      await this.#resynchronise(error instanceof Error ? error.message : String(error));
    }
  }

  async #resynchronise(message: string): Promise<void> {
    const isGone = this.interrupt();
    this.log.warn({ message }, 'replies in doubt; resynchronising');
    const reason: PlainLinkReason = { code: 'reply-owed' };
    this.link.become({ state: 'suspect', ...because(reason) });
    this.#plotting.halted();
    for (let attempt = 1; attempt <= resyncAttempts; attempt++) {
      try {
        await this.#board.resynchronise();
        if (!(await this.#isSame(isGone))) return;
        await this.#plotting.motion.rest(() => !isGone());
        await this.#plotting.locate();
        if (isGone()) return;
        this.endInDoubt({
          sent: (command) => ({ kind: 'timeout', reason: { code: 'unanswered', command } }),
          unsent: { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } },
        });
        this.#ready();
        return;
      } catch (error) {
        if (isGone()) return;
        this.#logDefect(error);
      }
    }
    this.reopen({ code: 'port-reopened' });
  }

  async #beginAgain(trouble: Trouble): Promise<void> {
    const isGone = this.interrupt();
    const isRestart = trouble === 'board-restarted' || trouble === 'board-reset';
    // Motors that regain power must not continue with moves in the board's buffer.
    if (!isRestart) this.#board.line.tell('ES');
    if (trouble !== 'limit-switch') this.#plotting.motion.forgetPlace();
    this.#plotting.restarted();
    this.beginNext({ code: trouble }, 'reset');
    if (isRestart) this.link.tell({ type: 'reset', banner: `EBB ${this.#firmware}` });
    this.link.become({ state: 'settling' });
    await this.#greet(isGone);
  }

  /** Whether this board was greeted and has not restarted since. Otherwise, greets it or begins a new session. */
  async #isSame(isGone: () => boolean): Promise<boolean> {
    if (!this.#isGreeted) {
      await this.#greet(isGone);
      return false;
    }
    const isSame = await this.#plotting.motion.isSame();
    if (isSame || isGone()) return !isGone();
    await this.#beginAgain(this.#plotting.isHoming ? 'homing-unfinished' : 'board-restarted');
    return false;
  }

  #logDefect(error: unknown): void {
    if (!(error instanceof NoReply)) this.log.error({ err: error }, 'the EBB driver failed');
  }
}

/** Returns why a command is refused. A machine of a different kind cannot be resynchronised. */
function whyNot(cause: PlainLinkReason): SendReason {
  const isOther = cause.code === 'wrong-machine' || cause.code === 'firmware-too-old';
  return isOther ? cause : { code: 'resynchronising', because: cause };
}
