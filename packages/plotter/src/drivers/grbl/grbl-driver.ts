import { because, type PlainLinkReason, type RefusalCode, type SendReason } from '@stationery/contract';
import { Connection } from '../../link/connection.ts';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import type { Effect, Told } from '../effect.ts';
import { isHold, LinkError, type LinkEvent, type LinkState, type Reply, type SendOptions } from '../link.ts';
import { LinkListeners } from '../link-listeners.ts';
import { acknowledgementOf, isOurCommand } from '../our-language.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { Conversation } from './conversation.ts';
import {
  alarmOf,
  effectOf,
  forgetModes,
  isRealTime,
  penSteps,
  refusalOf,
  type TranslationState,
} from './grbl-language.ts';
import { GrblMachine } from './grbl-machine.ts';
import { defaultTimes, type GrblParts, type GrblTimes } from './grbl-parts.ts';
import { penOf } from './grbl-settings.ts';
import { Task } from './grbl-task.ts';
import { conditionOf, helpsAgainst, isAbleToContinue } from './machine-condition.ts';
import { MachineTalk } from './machine-talk.ts';
import { isMoving, parseReport, type StatusReport } from './status-report.ts';

/** Machines with Grbl 1.1 or firmware that speaks like it. `closed` until `connect()` is called. */
export function createGrblDriver(parts: GrblParts): Driver {
  return new GrblDriver(parts);
}

/** Lines that may wait in the receive buffer, beside the blocks of the planner: so far a job may be ahead. */
const linesAhead = 26;
const greeting = /^(grbl|drawcore)/i;
/** As fast as the machine can, where nobody said anything: in steps/s. */
const defaultSpeed = 16_000;

class GrblDriver implements Driver {
  readonly name = 'grbl';
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly #parts: GrblParts;
  readonly #times: GrblTimes;
  readonly #listeners: LinkListeners;
  readonly #connection: Connection;
  readonly #framer = new LineFramer();
  readonly #machine = new GrblMachine();
  readonly #talk: MachineTalk;
  readonly #conversation: Conversation;
  readonly #translation: TranslationState;
  #port: LinkPort;
  #state: LinkState = { state: 'closed' };
  #isOpen = false;
  #session = 1;
  #whyOther: PlainLinkReason = { code: 'disconnected' };
  #isClosedForGood = false;
  /** The machine was asked who it is, and can be spoken to. */
  #isReady = false;
  /** Counts openings, losses and restarts: what was begun under an older number is void. */
  #epoch = 0;
  /** Why this machine cannot be drawn with as it is set. */
  #problem: PlainLinkReason | undefined;
  /** What the machine waits for a person to do: an alarm, a hold, an open door. */
  #condition: PlainLinkReason | undefined;
  /** `~` would end the hold. */
  #canContinue = false;
  /** Until then reports may be older than the last `~`. */
  #continuedUntilMs = 0;
  /** The last alarm, for a person. */
  #alarm: string | undefined;
  #stopping: Promise<Reply> | undefined;
  /** The work origin in machine coordinates, in mm. */
  #offset: readonly [number, number] | undefined;
  #heardMs = 0;
  #progressMs = 0;
  #cancelPoll: (() => void) | undefined;
  /** The next report is asked for though nothing is under way. */
  #isIdlePoll = true;
  #cancelLater: (() => void) | undefined;
  #cancelAgain: () => void = () => undefined;
  #profile: Pick<Profile, 'speed' | 'penControl' | 'penHeights'> = { speed: defaultSpeed };
  /** The same object until the machine says something else. */
  #facts: MachineFacts = {};

  constructor(parts: GrblParts) {
    const { clock } = parts;
    this.#parts = parts;
    this.#port = parts;
    this.#times = { ...defaultTimes, ...parts.times };
    this.#listeners = new LinkListeners(parts.log);
    this.#translation = {
      pen: penOf({}, this.#machine.pen),
      ...{ penIsUp: undefined, penUpSpeed: undefined },
      ...{ penUpMs: 150, penDownMs: 150, stepsPerMm: 80, axisStepsPerMm: [80, 80], hasHoming: false },
      ...{ isLocked: false, speed: defaultSpeed, modesAreSet: false, feed: undefined, target: undefined },
    };
    this.#talk = new MachineTalk(clock, (bytes) => this.#write(bytes));
    this.#conversation = new Conversation({
      state: this.#translation,
      mayWrite: () => this.#isOpen && this.#isReady,
      receiveBytes: () => this.#machine.receiveBytes,
      blocksBehind: () => this.#machine.blocksBehind,
      write: (text) => this.#writeLine(text),
      ask: () => this.#write('?'),
      restart: () => void this.#restart(),
      tell: (event) => this.#listeners.tell(event),
      changed: () => this.#changed(),
      later: () => this.#later(),
      settingsChanged: () => this.#readSettings(),
      toldBy: (report) => this.#toldBy(report),
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
  }

  get identity(): Identity {
    return this.#machine.identity;
  }

  get facts(): MachineFacts {
    return this.#facts;
  }

  get window(): number {
    return this.#machine.blocksBehind + linesAhead;
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
    const { penUpMs, penDownMs, stepsPerMm, penUpSpeed } = profile;
    this.#profile = profile;
    Object.assign(this.#translation, { penUpMs, penDownMs, stepsPerMm, penUpSpeed });
    this.#applyMachine();
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#machine.hasHoming);
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

  #begin(command: string, options: SendOptions, isUrgent: boolean): Begun {
    // A line end inside would make it two lines with two replies.
    if (command.trim() === '' || /[\r\n]/.test(command))
      throw new TypeError('A command is one line that is not empty');
    const refuse = (kind: LinkError['kind'], reason: SendReason) =>
      notBegun(new LinkError(kind, reason, command));
    if (options.signal?.aborted) return refuse('aborted', { code: 'abandoned-unsent', command });
    if ((options.session ?? this.#session) !== this.#session) return refuse('other-session', this.#whyOther);
    if (!this.#isOpen) {
      if (this.#state.state !== 'opening') return refuse('closed', this.#whyClosed());
    }
    const obstacle = this.#obstacle(command);
    if (obstacle !== undefined) return refuse('not-ready', obstacle);
    if (isRealTime(command)) {
      // While the machine is brought to rest it must not be continued.
      if (!this.#isReady && !isHold(this.#condition)) return refuse('not-ready', { code: 'reply-owed' });
      return this.#sendAtOnce(command);
    }
    const task = new Task(command, options, isUrgent, (aborted) => this.#conversation.abandon(aborted));
    this.#conversation.add(task);
    if (isUrgent) this.#limitTime(task);
    return task;
  }

  /** Why a command is not sent to the machine as it is. */
  #obstacle(command: string): PlainLinkReason | undefined {
    const { hasHoming } = this.#machine;
    const condition = this.#condition;
    if (!this.#isReady && isHold(condition) && !isRealTime(command)) return condition;
    if (this.#problem !== undefined && !helpsAgainst(this.#problem, command, hasHoming)) return this.#problem;
    if (condition === undefined || helpsAgainst(condition, command, hasHoming)) return undefined;
    // A job that was held up is sent on ahead; anything else would be carried out when the machine continues, whenever that is.
    return isHold(condition) && this.#conversation.isUnderWay ? undefined : condition;
  }

  /** Somebody waits for its end, but no longer than this. What was sent of it may still be carried out. */
  #limitTime(task: Task): void {
    const cancel = this.#parts.clock.after(task.timeoutMs, () => {
      if (!this.#conversation.expire(task, this.#condition)) this.#limitTime(task);
    });
    task.executed.then(cancel, cancel);
  }

  /** Hold and resume: in a hold nothing else would be read. */
  #sendAtOnce(command: string): Begun {
    this.#listeners.tell({ type: 'begun', command });
    this.#write(command.trim());
    this.#watch();
    if (command.trim() === '~' && this.#canContinue) {
      this.#continuedUntilMs = this.#parts.clock.nowMs() + this.#times.pollMs / 2;
      this.#setCondition(undefined);
      this.#changed();
    }
    const reply: Reply = { sent: command, ok: true, terminalLine: 'ok', lines: ['ok'] };
    this.#listeners.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }

  endHold(): void {
    if (!isHold(this.#condition)) return;
    if (this.#canContinue) this.#sendAtOnce('~');
    // It may be able to by now.
    else this.#write('?');
  }

  withdraw(): void {
    this.#conversation.withdraw();
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    if (!this.#isOpen) {
      onWritten();
      return Promise.reject(new LinkError('closed', this.#whyClosed(), 'STOP'));
    }
    if (this.#stopping !== undefined) {
      // Nothing moves any more but the pen; a second hold would come after the reset, and hold that up.
      onWritten();
      return this.#stopping;
    }
    const written = this.#connection.write(Buffer.from('!'));
    this.#listeners.tell({ type: 'sent', line: '!' });
    void written.then(onWritten);
    this.#stopping = this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  connect(): void {
    if (this.#isClosedForGood) return;
    if (this.#state.state === 'closed' || this.#state.state === 'waiting') this.#connection.open();
  }

  async disconnect(): Promise<void> {
    this.#endSession({ code: 'disconnected' });
    this.#machine.forget();
    this.#port.forgetDevice?.();
    this.#problem = undefined;
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

  #opened(): void {
    this.#isOpen = true;
    this.#framer.reset();
    this.#problem = undefined;
    this.#greet(this.#port.settle.bannerWaitMs);
  }

  /** Finds out who is there, and brings it to rest: nothing of what was sent before may move it. */
  #greet(bannerWaitMs: number): void {
    const epoch = ++this.#epoch;
    this.#isReady = false;
    this.#become({ state: 'settling' });
    void this.#introduce(epoch, bannerWaitMs).then((problem) => {
      if (epoch !== this.#epoch || problem === 'gone') return;
      this.#problem = problem;
      if (problem !== undefined) this.#parts.log.warn({ reason: problem }, 'the machine cannot be used');
      this.#connection.proven();
      this.#becomeReady();
    });
  }

  async #introduce(epoch: number, bannerWaitMs: number): Promise<PlainLinkReason | undefined | 'gone'> {
    const isGone = () => epoch !== this.#epoch;
    const greeted = await this.#talk.banner(bannerWaitMs);
    if (isGone()) return 'gone';
    if (greeted === undefined) {
      // A board that did not restart may still have lines of another session, or half of one.
      const rest = await this.#talk.bringToRest(this.#times, isGone);
      if (isGone()) return 'gone';
      if (rest === 'silent') return this.#tryAgain();
      this.#machine.greeted(rest.banner);
      forgetModes(this.#translation);
      if (rest.alarm !== undefined) this.#alarmed(rest.alarm);
    } else this.#restarted(greeted);
    const tooOld = this.#machine.tooOld;
    if (tooOld !== undefined) return tooOld;
    await this.#talk.quiet();
    if (isGone() || !(await this.#endOfHold(isGone))) return 'gone';
    for (const [question, answer] of [
      ['$I', '['],
      ['$$', ''],
    ] as const) {
      const lines = await this.#talk.query(question, answer);
      if (isGone()) return 'gone';
      if (lines === undefined) return this.#tryAgain();
      for (const line of lines) this.#machine.hear(line);
    }
    this.#applyMachine();
    await this.#askReport(isGone);
    if (isGone()) return 'gone';
    return this.#machine.problem(this.#translation.pen.by === 'spindle');
  }

  /** A machine that starts with its door open reads nothing until a person continues it. False: it is gone. */
  async #endOfHold(isGone: () => boolean): Promise<boolean> {
    for (;;) {
      const report = await this.#talk.report();
      if (isGone()) return false;
      if (report === undefined || !isHold(this.#condition)) return true;
      this.#refuseWaiting();
      if (this.#state.state !== 'suspect') this.#become({ state: 'suspect', ...because(this.#condition!) });
      await this.#talk.sleep(this.#times.pollMs);
      if (isGone()) return false;
    }
  }

  /** After a setting was changed. What waits is not sent before it is known. */
  #readSettings(): void {
    const epoch = this.#epoch;
    this.#isReady = false;
    void this.#talk.query('$$').then((lines) => {
      if (epoch !== this.#epoch) return;
      for (const line of lines ?? []) this.#machine.hear(line);
      this.#applyMachine();
      this.#problem = this.#machine.problem(this.#translation.pen.by === 'spindle');
      this.#becomeReady();
    });
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#refuseWaiting();
    this.#changed();
    this.#watch();
    this.#conversation.pump();
  }

  /** What was begun before it was known how the machine is. */
  #refuseWaiting(): void {
    this.#conversation.refuse((command) => this.#obstacle(command));
  }

  #tryAgain(): 'gone' {
    const heard = this.#talk.lastLine;
    const reason: PlainLinkReason = {
      code: 'wrong-machine',
      driver: 'grbl',
      heard: (heard ?? '').slice(0, 80),
    };
    this.#problem = reason;
    this.#conversation.end({ kind: 'not-ready', reason });
    this.#become({ state: 'suspect', ...because(reason) });
    this.#cancelAgain();
    this.#cancelAgain = this.#parts.clock.after(this.#times.againMs, () => this.#reopen(reason));
    return 'gone';
  }

  /** A report with the offset of the work coordinates, which is only in some of them. */
  async #askReport(isGone: () => boolean): Promise<StatusReport | undefined> {
    for (let tries = 0; tries < 40; tries++) {
      const report = await this.#talk.report(1000);
      if (isGone() || report === undefined) return undefined;
      if (report.work !== undefined || this.#offset !== undefined) return report;
    }
    return undefined;
  }

  /** What the machine said of itself goes before what a person set. */
  #applyMachine(): void {
    const { speed } = this.#profile;
    const facts = this.#machine.facts(speed);
    if (JSON.stringify(facts) !== JSON.stringify(this.#facts)) this.#facts = facts;
    const { stepsPerMm = this.#translation.stepsPerMm } = facts;
    const y = this.#machine.stepsPerMm(1);
    Object.assign(this.#translation, {
      stepsPerMm,
      axisStepsPerMm: [stepsPerMm, y !== undefined && y > 0 ? y : stepsPerMm],
      hasHoming: this.#machine.hasHoming,
      speed: facts.speed ?? speed,
      pen: penOf(this.#profile, this.#machine.pen),
    } satisfies Partial<TranslationState>);
  }

  #restarted(banner: string): void {
    this.#machine.forget();
    this.#machine.greeted(banner);
    forgetModes(this.#translation);
    this.#offset = undefined;
    this.#listeners.tell({ type: 'reset', banner });
  }

  /** `!` is already on its way. */
  async #stop(): Promise<Reply> {
    const owed = this.#conversation.end(
      (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    );
    for (const line of owed) this.#listeners.tell({ type: 'unanswered', line });
    const epoch = ++this.#epoch;
    const isGone = () => epoch !== this.#epoch;
    const before = this.#condition;
    this.#isReady = false;
    this.#become({ state: 'busy', command: 'STOP' });
    const lost = () => new LinkError('lost', this.#whyOther, 'STOP');
    const rest = await this.#talk.bringToRest(this.#times, isGone);
    if (isGone()) throw lost();
    if (rest === 'silent') {
      this.#reopen({ code: 'port-reopened' });
      throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
    forgetModes(this.#translation);
    if (rest.alarm !== undefined) this.#alarmed(rest.alarm);
    const report = await this.#askReport(isGone);
    if (isGone()) throw lost();
    if (rest.alarm === undefined) this.#conditionChanged(before);
    // A reset switches the spindle off; the pen is put where it belongs, unless the machine waits for a person.
    const isBlocked = this.#condition !== undefined;
    if (!isBlocked) {
      for (const { text, answer } of penSteps('up', this.#translation)) {
        await this.#talk.query(text, answer);
        if (isGone()) throw lost();
      }
    }
    const told = report && this.#toldBy(report);
    const terminalLine = acknowledgementOf('STOP');
    const { lastReport } = this.#talk;
    const lines = lastReport === undefined ? [terminalLine] : [lastReport, terminalLine];
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines };
    this.#listeners.tell({ type: 'reply', reply });
    this.#listeners.tell({ type: 'told', told: isBlocked ? { ...told } : { ...told, pen: 'up' } });
    this.#becomeReady();
    return reply;
  }

  /** `RESET`: everything before it has been carried out. */
  async #restart(): Promise<void> {
    const epoch = this.#epoch;
    const isGone = () => epoch !== this.#epoch;
    const rest = await this.#talk.bringToRest(this.#times, isGone);
    if (isGone()) return;
    if (rest === 'silent') {
      this.#reopen({ code: 'port-reopened' });
      return;
    }
    forgetModes(this.#translation);
    await this.#askReport(isGone);
    if (!isGone()) this.#conversation.restarted(rest.banner);
  }

  #received(chunk: Uint8Array): void {
    this.#heardMs = this.#parts.clock.nowMs();
    this.#framer.push(chunk, (line) => {
      if (this.#isOpen) this.#hear(line);
    });
  }

  #hear(line: string): void {
    const isRoutine = this.#isIdlePoll && this.#isReady && line.startsWith('<');
    if (this.#listeners.any && !isRoutine) this.#listeners.tell({ type: 'received', line });
    if (isGarbled(line)) {
      this.#listeners.tell({ type: 'unsolicited', line });
      return;
    }
    if (greeting.test(line)) this.#onBanner(line);
    else if (line.startsWith('<')) this.#onReport(line);
    else if (/^ALARM:\d{1,3}$/.test(line)) this.#onAlarm(Number(line.slice(6)));
    else if (this.#talk.isListening) this.#talk.heard(line);
    else if (line === 'ok' || /^error:\d{1,3}$/i.test(line)) this.#onAnswer(line);
    else if (!this.#conversation.heard(line)) this.#listeners.tell({ type: 'unsolicited', line });
    if (line.includes('to unlock')) this.#setCondition(this.#locked);
    else if (line.includes('Unlocked')) this.#setCondition(undefined);
    else if (line.includes('Check Door') && this.#isReady) this.#write('?');
  }

  #onAnswer(line: string): void {
    this.#progressMs = this.#parts.clock.nowMs();
    if (!this.#conversation.answered(line)) {
      this.#parts.log.warn({ line }, 'stray reply');
      this.#listeners.tell({ type: 'desync', line });
    }
  }

  #onBanner(line: string): void {
    this.#setCondition(undefined);
    if (this.#talk.isExpectingBanner) {
      this.#talk.greeted(line);
      return;
    }
    // Nobody told it to: whatever was known of its position is void.
    this.#parts.log.info({ banner: line }, 'the board started');
    this.#epoch++;
    this.#newSession({ code: 'board-restarted' }, 'reset');
    this.#greet(0);
    this.#talk.greeted(line);
  }

  #onAlarm(alarm: number): void {
    if (this.#talk.isExpectingBanner || this.#stopping !== undefined) {
      this.#talk.alarmed(alarm);
      return;
    }
    const epoch = ++this.#epoch;
    this.#isReady = false;
    this.#become({ state: 'settling' });
    this.#alarmed(alarm);
    // After most alarms the board takes nothing but a reset.
    void this.#talk
      .bringToRest(this.#times, () => epoch !== this.#epoch)
      .then(async (rest) => {
        if (epoch !== this.#epoch) return;
        if (rest === 'silent') {
          this.#reopen({ code: 'port-reopened' });
          return;
        }
        forgetModes(this.#translation);
        await this.#askReport(() => epoch !== this.#epoch);
        if (epoch === this.#epoch) this.#becomeReady();
      });
  }

  #alarmed(alarm: number): void {
    const { meaning, keepsPosition } = alarmOf(alarm);
    this.#alarm = `ALARM:${alarm}, ${meaning}`;
    const reason = this.#locked;
    this.#parts.log.warn({ reason }, 'the machine raised an alarm');
    if (!keepsPosition) {
      this.#newSession(reason, 'reset');
      return;
    }
    for (const line of this.#conversation.end({ kind: 'reset', reason }))
      this.#listeners.tell({ type: 'unanswered', line });
  }

  #onReport(line: string): void {
    const report = parseReport(line, this.#machine.reportsInches);
    if (report === undefined) {
      this.#listeners.tell({ type: 'unsolicited', line });
      return;
    }
    if (report.offset !== undefined) this.#offset = report.offset;
    const before = this.#condition;
    // A hold of our own is no news.
    const condition = conditionOf(report, this.#locked);
    const isOld = isHold(condition) && this.#parts.clock.nowMs() < this.#continuedUntilMs;
    if (!this.#talk.isBraking && !isOld) {
      if (report.state !== 'Alarm') this.#alarm = undefined;
      this.#canContinue = isAbleToContinue(report);
      this.#setCondition(condition);
    }
    this.#talk.reported(line, report);
    if (!this.#isReady) return;
    this.#conditionChanged(before);
    this.#conversation.reported(line, report);
    this.#noteLoss(report);
  }

  #conditionChanged(before: PlainLinkReason | undefined): void {
    const now = this.#condition;
    // Somebody pressed a button, or opened the door.
    if (isHold(now) && !isHold(before)) this.#listeners.tell({ type: 'pause-button' });
    // It did not say so when it happened: whatever was known of its position is void.
    if (now?.code === 'machine-alarm' && before?.code !== now.code) this.#newSession(now, 'reset');
    this.#changed();
  }

  get #locked(): Extract<PlainLinkReason, { code: 'machine-alarm' }> {
    const alarm = this.#alarm ?? (this.#machine.hasHoming ? 'it was not homed yet' : 'alarm');
    return { code: 'machine-alarm', alarm };
  }

  #setCondition(condition: PlainLinkReason | undefined): void {
    Object.assign(this.#translation, { isLocked: condition?.code === 'machine-alarm' });
    if (JSON.stringify(condition) !== JSON.stringify(this.#condition)) this.#condition = condition;
  }

  /** A machine at rest that owes an answer has lost it. */
  #noteLoss(report: StatusReport): void {
    const nowMs = this.#parts.clock.nowMs();
    const isBusy = isMoving(report) || report.state === 'Hold' || report.state === 'Door';
    if (!this.#conversation.isOwed || isBusy) {
      this.#progressMs = nowMs;
      return;
    }
    const { dwellMs, timeoutMs } = this.#conversation.oldest;
    if (nowMs - this.#progressMs < dwellMs + Math.min(this.#times.graceMs, timeoutMs)) return;
    this.#parts.log.warn({}, 'a reply was lost; the machine is reset');
    void this.#resynchronise();
  }

  async #resynchronise(): Promise<void> {
    const command = this.#conversation.current?.command ?? '';
    const reason: PlainLinkReason = { code: 'unanswered', command };
    for (const line of this.#conversation.end({ kind: 'timeout', reason }))
      this.#listeners.tell({ type: 'unanswered', line });
    this.#become({ state: 'suspect', ...because(reason) });
    this.#epoch++;
    this.#greet(0);
  }

  #poll(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    if (!this.#isOpen || !this.#isReady) return;
    const nowMs = this.#parts.clock.nowMs();
    const { silentMs, homingMs, pollMs, idlePollMs } = this.#times;
    if (nowMs - this.#heardMs >= (this.#conversation.oldest.isHoming ? homingMs : silentMs)) {
      this.#reopen({ code: 'port-reopened' });
      return;
    }
    this.#isIdlePoll = this.#conversation.isEmpty;
    const isWatched = !this.#isIdlePoll || isHold(this.#condition);
    this.#write('?');
    this.#cancelPoll = this.#parts.clock.after(isWatched ? pollMs : idlePollMs, () => this.#poll());
  }

  #later(): void {
    this.#cancelLater?.();
    this.#cancelLater = this.#parts.clock.after(this.#times.drainMs, () => {
      this.#cancelLater = undefined;
      if (!this.#isReady) return;
      if (this.#conversation.wantsReport) this.#write('?');
      else this.#conversation.drain();
    });
  }

  #toldBy(report: StatusReport): Told | undefined {
    // After an alarm the machine does not know where it stands.
    if (report.state === 'Alarm') return undefined;
    const { machine, work } = report;
    const offset = report.offset ?? this.#offset;
    const place = work ?? (machine && offset && ([machine[0] - offset[0], machine[1] - offset[1]] as const));
    if (place === undefined) return undefined;
    const { stepsPerMm } = this.#translation;
    const limits = this.#machine.reach({ ...report, offset });
    const position = { x: Math.round(place[0] * stepsPerMm) + 0, y: Math.round(place[1] * stepsPerMm) + 0 };
    return { position, ...(limits === undefined ? {} : { limits }) };
  }

  #reopen(reason: PlainLinkReason): void {
    if (!this.#isOpen) return;
    this.#parts.log.warn({ reason }, 'the machine does not answer; reopening the port');
    this.#endSession(reason);
    this.#connection.open();
  }

  #lost(reason: PlainLinkReason, retryInMs: number, error: unknown): void {
    this.#parts.log.warn({ reason, err: error, retryInMs }, 'the plotter is not connected');
    this.#endSession(reason);
    this.#become({ state: 'waiting', ...because(reason), retryInMs });
  }

  #endSession(reason: PlainLinkReason): void {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    this.#isReady = false;
    this.#epoch++;
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
    this.#cancelLater?.();
    this.#cancelAgain();
    this.#framer.reset();
    forgetModes(this.#translation);
    this.#offset = undefined;
    this.#condition = undefined;
    this.#alarm = undefined;
    if (wasOpen) this.#newSession(reason, 'lost');
    else this.#conversation.end({ kind: 'closed', reason });
    this.#talk.end();
  }

  #newSession(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    this.#session++;
    this.#whyOther = reason;
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    const owed = this.#conversation.end({ kind, reason }, unsent);
    this.#listeners.tell({ type: 'session', session: this.#session, reason, owed });
  }

  #whyClosed(): SendReason {
    return this.#state.state === 'waiting'
      ? { code: 'plotter-missing', because: this.#state.cause }
      : { code: 'not-connected' };
  }

  #write(bytes: string): void {
    void this.#connection.write(Buffer.from(bytes, 'latin1'));
  }

  #writeLine(text: string): void {
    this.#write(`${text}\n`);
    if (this.#listeners.any) this.#listeners.tell({ type: 'sent', line: text });
  }

  #changed(): void {
    if (!this.#isOpen || !this.#isReady) return;
    if (this.#isIdlePoll && !this.#conversation.isEmpty) this.#watch();
    const state = this.#state;
    const { current } = this.#conversation;
    const isHeld = isHold(this.#condition);
    const obstacle = isHeld ? this.#condition : (this.#problem ?? this.#condition);
    if (obstacle !== undefined && (isHeld || current === undefined)) {
      if (state.state !== 'suspect' || state.cause !== obstacle)
        this.#become({ state: 'suspect', ...because(obstacle) });
    } else if (current !== undefined) {
      if (state.state !== 'busy' || state.command !== current.command)
        this.#become({ state: 'busy', command: current.command });
    } else if (state.state !== 'ready') this.#become({ state: 'ready' });
  }

  /** From now on the machine is asked how it is: often while it has something to do or waits for a person. */
  #watch(): void {
    this.#cancelPoll?.();
    this.#isIdlePoll = this.#conversation.isEmpty;
    this.#heardMs = this.#parts.clock.nowMs();
    this.#progressMs = this.#heardMs;
    this.#cancelPoll = this.#parts.clock.after(this.#times.pollMs, () => this.#poll());
  }

  #become(state: LinkState): void {
    this.#state = state;
    if (this.#listeners.any) this.#listeners.tell({ type: 'state', state });
  }
}
