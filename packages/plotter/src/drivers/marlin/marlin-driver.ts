import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import type { DriverDeps } from '../family.ts';
import { CommandQueue, tellUnanswered } from '../kernel/queue.ts';
import { Session, SessionDriver } from '../kernel/session.ts';
import { Talk } from '../kernel/talk.ts';
import type { Effect } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand, verbOf } from '../language/our-language.ts';
import { LinkError, type LinkState, type Reply, type SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import {
  barrierSteps,
  effectOf,
  forgetModes,
  isRefusal,
  parsePosition,
  penSteps,
  positionQuestion,
  refusalOf,
  type Step,
  translate,
} from './marlin-language.ts';
import { MarlinMachine } from './marlin-machine.ts';
import { Task } from './task.ts';
import { Wire } from './wire.ts';

const times = { openMs: 10_000, closeMs: 2_000, retryFirstMs: 250, retryLongestMs: 5_000 };
/** After the last command of a row, find out when it was carried out. */
const drainMs = 25;
/** Requests to send again that are still on their way come within this time. */
const quietMs = 50;
/** A machine that works says `busy:` every two seconds. If it says nothing for longer, a reply may be lost. */
const silentMs = 5_000;
/** A machine that is silent for this long is gone. */
const goneMs = 60_000;
/** After this long, try a machine again that was not understood. */
const againMs = 10_000;
/** For this long after a stop Marlin drops all moves. */
const afterStopMs = 1_100;
/** No planner holds more moves. */
const maxBlocks = 128;
/** How many more commands than that a job may be ahead. */
const commandsAhead = 32;

const banner = /^(?:start|Marlin \d.{0,60}|\/\/ Klipper state: Ready)$/;
const halt = /^(?:Error:\s?Printer halted|!! .{0,200}shutdown|\/\/ Klipper state: (?:Shutdown|Disconnect))/i;
/** Some boards add how much room they have: `ok P15 B3`. */
const isOk = /^ok\b/;
const wanted = /^(?:Resend|rs):? ?N?(\d{1,9})$/i;
const lastLine = /^Error:.{0,80}Last Line: (\d{1,9})$/;

/** Machines with Marlin, and the virtual port of Klipper. `closed` until `connect()` is called. */
export class MarlinDriver extends SessionDriver implements Driver {
  readonly name = 'marlin';
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  protected readonly port: Session;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #machine = new MarlinMachine();
  readonly #framer = new LineFramer();
  readonly #queue: CommandQueue<Task>;
  readonly #wire: Wire;
  readonly #talk: Talk;
  /** The rate in use is the first; undefined for that of the settings. */
  #baudRates: (number | undefined)[];
  /** Moves that the machine has taken. */
  #blocks = 0;
  #isReady = false;
  /** Counts openings, losses, restarts and stops: work begun under an older number is void. */
  #epoch = 0;
  #isPumping = false;
  /** There was one reply too many since the last proof, so that replies may have been credited to others. */
  #isInDoubt = false;
  /** Questions outside of commands that the machine owes answers to. Nothing else is sent meanwhile. */
  #probes = 0;
  #heardAtMs = 0;
  #whyHalted: PlainLinkReason | undefined;
  #stopping: Promise<Reply> | undefined;
  #cancelDrain: () => void = () => undefined;
  #cancelAgain: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;
  /** Set while lines that were wanted again wait for silence. */
  #cancelQuiet: (() => void) | undefined;

  constructor(parts: DriverDeps, baudRates: readonly number[] = []) {
    super();
    const { clock, log } = parts;
    this.#clock = clock;
    this.#log = log;
    this.#baudRates = [undefined, ...baudRates];
    this.port = new Session({
      ...{ port: this.#atRate(parts), clock, log, times: { ...times, ...parts.times } },
      opened: () => {
        this.#framer.reset();
        this.#greet(this.port.settle.bannerWaitMs);
      },
      bytes: (chunk) => this.#receive(chunk),
      lost: (reason) => this.#end(reason),
    });
    this.#wire = new Wire((text) => this.#write(text));
    this.#talk = new Talk(clock, (line) => this.#write(line.trimEnd()));
    this.#queue = new CommandQueue({
      ...{ clock, tell: (event) => this.port.tell(event), isTimed: () => false, late: () => true },
    });
  }

  get identity(): Identity {
    const { firmware, isKlipper } = this.#machine;
    return { model: firmware === null ? null : isKlipper ? 'Klipper' : 'Marlin', firmware };
  }

  get facts(): MachineFacts {
    return this.#machine.facts;
  }

  get window(): number {
    return maxBlocks + commandsAhead;
  }

  configure(profile: Profile): void {
    this.#machine.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#machine.translation.hasHoming);
  }

  acknowledgementOf(command: string): string {
    return isOurCommand(command) ? acknowledgementOf(command) : 'ok';
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalOf(terminalLine);
  }

  begin(command: string, options: SendOptions): Begun {
    return this.#begin(command, options, false);
  }

  send(command: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: () => this.#begin(command, options, true) }, command, options);
  }

  withdraw(): void {
    this.#queue.withdraw();
    this.#show();
  }

  endHold(): void {
    // Marlin has no hold that a host could end.
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    const { port } = this;
    if (!port.isOpen) {
      onWritten();
      return Promise.reject(port.closedError('STOP'));
    }
    const line = this.#machine.isKlipper ? 'M112' : 'M410';
    void port.write(Buffer.from(`${line}\n`)).then(onWritten);
    port.tell({ type: 'sent', line });
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  override usePort(port: LinkPort): Promise<void> {
    return super.usePort(this.#atRate(port));
  }

  #atRate(port: LinkPort): LinkPort {
    return { ...port, openPort: () => port.openPort(this.#baudRates[0]) };
  }

  async disconnect(): Promise<void> {
    this.#end({ code: 'disconnected' });
    this.#machine.forget();
    await this.port.disconnect();
  }

  #begin(command: string, options: SendOptions, isAwaited: boolean): Begun {
    const refusal = this.port.refusalOf(command, options);
    if (refusal !== undefined) return notBegun(refusal);
    if (this.#whyHalted !== undefined) {
      if (verbOf(command) === 'RESET') return this.#restart(command);
      return notBegun(new LinkError('not-ready', this.#whyHalted, command));
    }
    const task = new Task(command, options, isAwaited);
    task.onAbort(() => {
      this.#queue.abandon(task);
      this.#show();
    });
    if (isAwaited) this.#limitTime(task);
    this.#queue.add(task);
    this.#pump();
    return task;
  }

  /** The part that was sent may still be carried out afterwards. */
  #limitTime(task: Task): void {
    task.startTimer(this.#clock, () => {
      const { command } = task;
      const reason: PlainLinkReason = { code: 'unanswered', command };
      if (task.isSent) {
        task.isOverdue = true;
        this.port.tell({ type: 'unanswered', line: command });
        task.fail({ kind: 'timeout', reason });
      } else if (!this.#isReady || this.#current !== task) {
        this.#limitTime(task);
        return;
      } else {
        this.#queue.remove(task);
        task.fail({ kind: 'not-ready', reason: this.#overdue ?? { code: 'reply-owed' } });
      }
      this.#pump();
    });
  }

  /** The oldest command whose caller waits. */
  get #current(): Task | undefined {
    return this.#queue.entries.find(({ isLive }) => isLive);
  }

  /** Why nothing new is sent: the machine has not carried out a command whose time is over. */
  get #overdue(): PlainLinkReason | undefined {
    const task = this.#queue.entries.find(({ isOverdue }) => isOverdue);
    return task && { code: 'unanswered', command: task.command };
  }

  /** Sends what there is room for, and reports what was carried out. */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    for (let isOn = true; isOn; ) {
      isOn = this.#settle();
      while (this.#sendNext()) isOn = true;
    }
    this.#isPumping = false;
    this.#cancelDrain();
    if (!this.#queue.isEmpty && this.#wire.isEmpty)
      this.#cancelDrain = this.#clock.after(drainMs, () => this.#drain());
    this.#watch();
    this.#show();
  }

  #sendNext(): boolean {
    if (!this.#maySend) return false;
    const { entries } = this.#queue;
    while (this.#queue.next?.isWritten) this.#queue.takeNext();
    const task = this.#queue.next;
    if (entries.some((each) => each.translation?.isAlone && each !== task)) return false;
    if (task === undefined) {
      if (entries.at(-1)?.isAwaited) this.#drain();
      return false;
    }
    if (task.translation === undefined && !this.#start(task)) return false;
    const { steps, isAlone } = task.translation!;
    const step = steps[task.sent];
    if (step === undefined) return true;
    if (isAlone ? !this.#wire.isEmpty : !this.#wire.hasRoomFor(step.text)) return false;
    if (task.sent === 0 && task.isLive) this.port.tell({ type: 'begun', command: task.command });
    task.isSent = true;
    task.sent++;
    this.#put(task, step);
    return true;
  }

  get #maySend(): boolean {
    return this.#isReady && this.#cancelQuiet === undefined && this.#probes === 0;
  }

  #put(task: Task | undefined, step: Step): void {
    if (this.#wire.isEmpty) this.#heardAtMs = this.#clock.nowMs();
    this.#wire.send(task, step);
  }

  /** Whether its turn has come. False: the commands before it must be carried out first. */
  #start(task: Task): boolean {
    const state = { ...this.#machine.translation };
    const translation = translate(task.command, state);
    if (this.#overdue !== undefined || (translation.isAlone && task !== this.#queue.oldest)) {
      this.#drain();
      return false;
    }
    Object.assign(this.#machine.translation, state);
    task.translation = translation;
    task.refusal = translation.refusal;
    return true;
  }

  /** Everything was taken, and nothing proves yet that it was carried out. */
  #drain(): void {
    if (!this.#maySend || !this.#wire.isEmpty) return;
    if (!this.#queue.entries.some(({ isTaken, isProven }) => isTaken && !isProven)) return;
    for (const step of barrierSteps) this.#put(undefined, step);
    this.#watch();
  }

  /** Reports in order how far commands came. Returns whether one made progress. */
  #settle(): boolean {
    let isFarther = false;
    for (const task of this.#queue.entries) {
      if (task.reply !== undefined) continue;
      if (!task.isTaken) {
        if (task.isLive) break;
        continue;
      }
      isFarther = true;
      const isOver =
        task.isProven || task.translation?.isAlone === true || task.translation?.steps.length === 0;
      // Klipper plans by time: no number of moves proves anything.
      const mark = this.#machine.isKlipper ? Number.POSITIVE_INFINITY : this.#blocks + maxBlocks;
      this.#queue.accept(task, task.terminalLine, task.refusal === undefined, isOver ? 0 : mark);
    }
    const isCredited = this.#queue.credit(this.#blocks, ({ told }) => {
      if (told !== undefined) this.port.tell({ type: 'told', told });
    });
    return isFarther || isCredited;
  }

  #receive(chunk: Uint8Array): void {
    this.#heardAtMs = this.#clock.nowMs();
    this.#framer.push(chunk, (line) => {
      if (this.port.isOpen) this.#hear(line);
    });
  }

  #hear(line: string): void {
    const { port } = this;
    if (port.isHeard) port.tell({ type: 'received', line });
    if (isGarbled(line)) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    const again = wanted.exec(line)?.[1] ?? lastLineOf(line);
    if (banner.test(line)) this.#onBanner(line);
    else if (halt.test(line)) this.#onHalt(line);
    else if (!this.#isReady) this.#talk.heard(isOk.test(line) ? 'ok' : line);
    else if (again !== undefined) this.#sendAgainSoon(Number(again));
    else if (isOk.test(line)) this.#onOk(line);
    else if (parsePosition(line) !== undefined) this.#onPosition(line);
    else if (!/^(?:echo:)?busy:/.test(line)) this.#onOther(line);
  }

  #onOther(line: string): void {
    const first = this.#wire.first;
    // Marlin takes checksums off: a line that still has one arrived without its number, and was not taken.
    if (first !== undefined && isRefusal(line) && line.includes('*')) this.#sendAgainSoon(first.number);
    else if (first?.task === undefined) this.port.tell({ type: 'unsolicited', line });
    else if (isRefusal(line)) first.task.refusal ??= line;
    else first.task.take(line);
  }

  #onOk(line: string): void {
    if (this.#probes > 0 && this.#wire.isEmpty) {
      this.#probes--;
      this.#pump();
      return;
    }
    const answered = this.#wire.ok();
    if (answered === 'void') return;
    if (answered === undefined) {
      this.#log.warn({ line }, 'stray reply');
      this.#isInDoubt = true;
      this.port.tell({ type: 'desync', line });
      return;
    }
    const { task, step } = answered;
    if (task !== undefined) task.answered++;
    if (step.isBlock && task?.refusal === undefined) this.#blocks++;
    if (task?.refusal !== undefined) forgetModes(this.#machine.translation);
    if (step.isQuestion) this.#proven(task);
    this.#wire.sendAgain();
    this.#pump();
  }

  /** The answer to `M114`: everything sent before it was processed. */
  #onPosition(line: string): void {
    const lost = this.#wire.heardAnswer();
    if (lost === undefined) {
      if (this.#probes > 0 && !this.#wire.isEmpty) this.#resynchronise();
      // Only its `ok` is to come.
      else if (this.#probes > 0) this.#probes = 1;
      return;
    }
    if (lost.length > 0) {
      this.#resynchronise();
      return;
    }
    const task = this.#wire.first?.task;
    if (task === undefined || (isOurCommand(task.command) && verbOf(task.command) !== 'STATUS')) {
      // Others tell their position by their effect, but for homing.
      if (task !== undefined && this.effectOf(task.command).move === 'unknown')
        task.told = this.#toldBy(line);
      return;
    }
    task.take(line);
    task.told = this.#toldBy(line);
  }

  #toldBy(line: string): Task['told'] {
    const { x, y } = parsePosition(line)!;
    const { stepsPerMm } = this.#machine.translation;
    return { position: { x: Math.round(x * stepsPerMm) + 0, y: Math.round(y * stepsPerMm) + 0 } };
  }

  /** Everything up to this command was carried out; without one, everything that was taken. */
  #proven(task: Task | undefined): void {
    const { entries } = this.#queue;
    // A question in the middle of a command proves what is before it.
    const isWhole = task === undefined || task.isTaken;
    const end = task === undefined ? entries.length : entries.indexOf(task) + (isWhole ? 1 : 0);
    for (const before of entries.slice(0, end)) {
      if (!before.isTaken) continue;
      if (this.#isInDoubt && before.isLive) {
        this.port.tell({ type: 'unanswered', line: before.command });
        before.fail({ kind: 'timeout', reason: { code: 'reply-lost', command: before.command } });
      }
      before.isProven = true;
      before.mark = 0;
    }
    this.#isInDoubt = false;
  }

  #sendAgainSoon(number: number): void {
    this.#log.info({ number }, 'the machine wants a line again');
    if (!this.#wire.wantAgain(number)) {
      this.#resynchronise();
      return;
    }
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#clock.after(quietMs, () => {
      this.#cancelQuiet = undefined;
      this.#wire.sendAgain();
      this.#pump();
    });
  }

  /** While the machine owes a reply: if it says nothing for some time, ask a question that proves whether one was lost. */
  #watch(): void {
    this.#cancelWatch();
    if (!this.#isReady || (this.#wire.isEmpty && this.#probes === 0)) return;
    const idleMs = this.#clock.nowMs() - this.#heardAtMs;
    this.#cancelWatch = this.#clock.after(Math.max(1, silentMs - Math.min(idleMs, silentMs)), () => {
      const silence = this.#clock.nowMs() - this.#heardAtMs;
      if (silence >= goneMs) {
        this.#reopen({ code: 'port-reopened' });
        return;
      }
      if (silence >= silentMs) {
        this.#probes++;
        this.#write(positionQuestion.text);
      }
      this.#cancelWatch = this.#clock.after(silentMs, () => this.#watch());
    });
  }

  #write(text: string): void {
    void this.port.write(Buffer.from(`${text}\n`, 'latin1'));
    if (this.port.isHeard) this.port.tell({ type: 'sent', line: text });
  }

  #show(): void {
    if (!this.#isReady) return;
    const current = this.#current;
    const overdue = this.#overdue;
    const state: LinkState =
      overdue !== undefined
        ? { state: 'suspect', ...because(overdue) }
        : current === undefined
          ? { state: 'ready' }
          : { state: 'busy', command: current.command };
    if (JSON.stringify(state) !== JSON.stringify(this.port.state)) this.port.become(state);
  }

  /** Nothing more is sent of what was begun. Gives whether something else has happened since. */
  #interrupt(): () => boolean {
    const epoch = ++this.#epoch;
    this.#isReady = false;
    this.#probes = 0;
    this.#isInDoubt = false;
    this.#cancelDrain();
    this.#cancelWatch();
    this.#cancelAgain();
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    this.#wire.clear();
    this.#talk.end();
    forgetModes(this.#machine.translation);
    return () => epoch !== this.#epoch;
  }

  /** Finds out who is there, and waits until it is at rest. */
  #greet(bannerWaitMs: number): void {
    this.#whyHalted = undefined;
    const isGone = this.#interrupt();
    this.port.become({ state: 'settling' });
    void this.#introduce(bannerWaitMs, isGone).then((isKnown) => {
      if (isGone()) return;
      if (!isKnown) {
        this.#tryAgain();
        return;
      }
      if (!this.#machine.hasEmergencyParser && !this.#machine.isKlipper)
        this.#log.info({}, 'the machine has no emergency parser: a stop waits for the lines before it');
      this.port.proven();
      this.#isReady = true;
      this.#pump();
    });
  }

  async #introduce(bannerWaitMs: number, isGone: () => boolean): Promise<boolean> {
    const talk = this.#talk;
    if (bannerWaitMs > 0 && (await talk.banner(bannerWaitMs)))
      this.port.tell({ type: 'reset', banner: 'start' });
    if (isGone()) return false;
    await talk.quiet();
    if (isGone()) return false;
    // Ends a line that another program may have begun.
    void this.port.write(Buffer.from('\n'));
    const version = await talk.ask('M115', 'FIRMWARE_');
    if (isGone() || !version?.some((line) => line.includes('FIRMWARE_NAME:'))) return false;
    this.#machine.introduced(version);
    await talk.ask('M110 N0');
    if (isGone()) return false;
    this.#write('M400');
    if (!(await this.#isAtRest(isGone))) return false;
    // Not compiled into all firmware.
    const settings = await talk.ask('M503');
    if (isGone()) return false;
    this.#machine.hearSettings(settings ?? []);
    this.#machine.apply();
    this.#wire.clear();
    return true;
  }

  /** Waits for the answer to a question as long as the machine says that it is busy. False: it is silent or gone. */
  async #isAtRest(isGone: () => boolean): Promise<boolean> {
    while ((await this.#talk.ask(positionQuestion.text, 'X:')) === undefined) {
      if (isGone() || this.#clock.nowMs() - this.#heardAtMs >= silentMs) return false;
    }
    return !isGone();
  }

  #tryAgain(): void {
    this.#baudRates.push(this.#baudRates.shift());
    const heard = (this.#talk.lastLine ?? '').slice(0, 80);
    const reason: PlainLinkReason = { code: 'wrong-machine', driver: this.name, heard };
    const unsent = { kind: 'not-ready', reason } as const;
    this.#queue.end({ sent: unsent, unsent });
    this.#whyHalted = reason;
    this.port.become({ state: 'suspect', ...because(reason) });
    this.#cancelAgain = this.#clock.after(againMs, () => this.#reopen(reason));
  }

  /** A reply was lost: what was sent is in doubt. */
  #resynchronise(): void {
    this.#log.warn({}, 'a reply was lost');
    const reason: PlainLinkReason = { code: 'unanswered', command: this.#current?.command ?? '' };
    const unsent = { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } } as const;
    tellUnanswered(
      (event) => this.port.tell(event),
      this.#queue.end({ sent: { kind: 'timeout', reason }, unsent }),
    );
    this.#greet(0);
  }

  #onBanner(line: string): void {
    if (this.#talk.isExpectingBanner) {
      this.#talk.greeted(line);
      return;
    }
    // More of the banner comes behind its first line.
    if (!this.#isReady && line !== 'start' && this.#whyHalted === undefined) return;
    this.#log.info({ banner: line }, 'the board started');
    this.#machine.forget();
    this.#beginNext({ code: 'board-restarted' }, 'reset');
    this.port.tell({ type: 'reset', banner: line });
    this.#greet(0);
  }

  #onHalt(line: string): void {
    // A stop may halt the machine.
    if (this.#whyHalted !== undefined || this.#stopping !== undefined) return;
    const reason: PlainLinkReason = { code: 'machine-halted', message: line.slice(0, 200) };
    this.#log.warn({ reason }, 'the machine has halted');
    this.#beginNext(reason, 'reset');
    this.#interrupt();
    this.#whyHalted = reason;
    this.port.become({ state: 'suspect', ...because(reason) });
  }

  /** `RESET` to a machine that has halted. Marlin itself may also need its button. */
  #restart(command: string): Begun {
    this.#write(this.#machine.isKlipper ? 'FIRMWARE_RESTART' : 'M999');
    this.#greet(this.port.settle.bannerWaitMs);
    const terminalLine = acknowledgementOf(command);
    const reply: Reply = { sent: command, ok: true, terminalLine, lines: [terminalLine] };
    this.port.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }

  /** The stop is on its way. Marlin halts its motors without braking, so that a moving machine loses its position. */
  async #stop(): Promise<Reply> {
    const { port } = this;
    const wasIdle = this.#isReady && this.#queue.isEmpty && this.#wire.isEmpty;
    const reason: PlainLinkReason = { code: 'motion-unfinished' };
    const owed = this.#queue.end({
      sent: (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      unsent: { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    });
    tellUnanswered((event) => port.tell(event), owed);
    const isGone = this.#interrupt();
    port.become({ state: 'busy', command: 'STOP' });
    const lost = () => new LinkError('lost', port.whyOther, 'STOP');
    if (this.#machine.isKlipper) await this.#restartKlipper(isGone);
    else if (!(await this.#isAtRest(isGone)) && !isGone()) {
      // The last resort: it switches the machine off until a person resets it.
      this.#write('M112');
      this.#reopen({ code: 'port-reopened' });
      throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
    if (isGone()) throw lost();
    if (!wasIdle || this.#machine.isKlipper) this.#beginNext(reason, 'reset');
    await this.#liftPen(wasIdle, isGone);
    if (isGone()) throw lost();
    const terminalLine = acknowledgementOf('STOP');
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines: [terminalLine] };
    port.tell({ type: 'reply', reply });
    port.tell({ type: 'told', told: wasIdle ? { pen: 'up' } : { pen: 'up', position: null } });
    this.#greet(0);
    return reply;
  }

  async #liftPen(wasIdle: boolean, isGone: () => boolean): Promise<void> {
    if (!wasIdle) await this.#talk.sleep(afterStopMs);
    for (const { text } of penSteps('up', this.#machine.translation)) {
      if (isGone()) return;
      await this.#talk.ask(text, text === positionQuestion.text ? 'X:' : '');
    }
  }

  async #restartKlipper(isGone: () => boolean): Promise<void> {
    await this.#talk.sleep(quietMs);
    if (isGone()) return;
    this.#write('FIRMWARE_RESTART');
    await this.#talk.banner(goneMs);
  }

  #beginNext(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    this.port.newSession(reason);
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    this.port.tellSession(this.#queue.end({ sent: { kind, reason }, unsent }));
  }

  #reopen(reason: PlainLinkReason): void {
    if (!this.port.isOpen) return;
    this.#log.warn({ reason }, 'the machine does not answer; reopening the port');
    this.#end(reason);
    this.port.reopen();
  }

  #end(reason: PlainLinkReason): void {
    const wasOpen = this.port.leave();
    this.#interrupt();
    this.#whyHalted = undefined;
    const closed = { kind: 'closed', reason } as const;
    if (wasOpen) this.#beginNext(reason, 'lost');
    else this.#queue.end({ sent: closed, unsent: closed });
  }
}

function lastLineOf(line: string): number | undefined {
  const match = lastLine.exec(line);
  return match === null ? undefined : Number(match[1]) + 1;
}
