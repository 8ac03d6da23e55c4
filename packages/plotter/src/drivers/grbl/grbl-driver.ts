import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../../link/link-port.ts';
import { type CommandHandle, type Driver, type Identity, notBegun } from '../driver.ts';
import { SentLines } from '../kernel/ledger.ts';
import { type Halted, StepDriver } from '../kernel/step-driver.ts';
import type { StepTask } from '../kernel/step-task.ts';
import type { Effect } from '../language/effect.ts';
import { isHold, LinkError } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { type AtRest, GrblQueries } from './grbl-queries.ts';
import { defaultTimes, type GrblTimes } from './grbl-times.ts';
import {
  alarmOf,
  effectOf,
  grblLanguage,
  isRealTime,
  penSteps,
  refusalOf,
  type TranslationState,
} from './language/grbl-language.ts';
import { KnownCondition } from './machine/condition.ts';
import { MachineSetup } from './machine/machine-setup.ts';
import { isMoving, parseReport, type StatusReport } from './machine/status-report.ts';
import { WorkPosition } from './machine/work-position.ts';
import { Polling } from './polling.ts';

export interface GrblDeps extends LinkPort {
  clock: Clock;
  log: Logger;
  times?: Partial<GrblTimes>;
  firstSession?: number;
}

/** Maximum number of lines that wait in the receive buffer. */
const linesAhead = 26;
const greeting = /^(grbl|drawcore)/i;
const questions = [
  ['$I', '['],
  ['$$', ''],
] as const;

export class GrblDriver extends StepDriver<TranslationState> implements Driver {
  readonly name = 'grbl';
  protected readonly stopLine = '!';
  protected readonly talk: GrblQueries;
  readonly #times: GrblTimes;
  readonly #setup: MachineSetup;
  readonly #lines: SentLines;
  readonly #position: WorkPosition;
  readonly #condition: KnownCondition;
  readonly #polling: Polling;
  /** Number of consecutive reports at rest. Two of them end a command whose end is not shown otherwise. */
  #rests = 0;

  constructor(deps: GrblDeps) {
    const { clock, log, firstSession } = deps;
    const times = { ...defaultTimes, ...deps.times };
    const setup = new MachineSetup();
    const { machine } = setup;
    const lines = new SentLines({ bytes: () => machine.receiveBytes, extraBytes: 1 });
    super({
      clock,
      log,
      port: deps,
      times,
      firstSession,
      language: grblLanguage,
      state: setup.translation,
      lines,
      blocksBehind: () => machine.blocksBehind,
    });
    this.#times = times;
    this.#setup = setup;
    this.#lines = lines;
    this.talk = new GrblQueries(clock, (bytes) => this.write(bytes));
    this.#position = new WorkPosition(setup, this.talk);
    this.#condition = new KnownCondition({
      clock,
      oldReportsMs: times.pollMs / 2,
      hasHoming: () => machine.hasHoming,
      problem: () => this.problem,
      locked: (isLocked) => {
        setup.isLocked = isLocked;
      },
    });
    this.#polling = new Polling({
      clock,
      times,
      lines,
      isEmpty: () => this.sender.isEmpty,
      isReady: () => this.isReady,
      isHeld: () => this.#condition.isHeld,
      ask: () => this.write('?'),
      onSilence: () => this.reopen({ code: 'port-reopened' }),
      onLoss: () => this.resynchronise(),
    });
  }

  get identity(): Identity {
    return this.#setup.machine.identity;
  }

  get facts(): MachineFacts {
    return this.#setup.facts;
  }

  get window(): number {
    return this.#setup.machine.blocksBehind + linesAhead;
  }

  configure(profile: Profile): void {
    this.#setup.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#setup.machine.hasHoming);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalOf(terminalLine);
  }

  override endHold(): void {
    if (!this.#condition.isHeld) return;
    if (this.#condition.canContinue) this.#sendAtOnce('~');
    // Asks for a report, which shows whether the machine can resume.
    else this.write('?');
  }

  protected override get condition(): PlainLinkReason | undefined {
    return this.#condition.now;
  }

  protected override shownCondition(isBusy: boolean): PlainLinkReason | undefined {
    return this.#condition.shown(isBusy);
  }

  protected override obstacle(command: string): PlainLinkReason | undefined {
    const { isUnderWay } = this.sender;
    return this.#condition.obstacle(command, { isReady: this.isReady, isUnderWay });
  }

  /** Sends real-time commands at once, because a held machine reads no lines. */
  protected override beginAtOnce(command: string): CommandHandle | undefined {
    if (!isRealTime(command)) return undefined;
    // A machine that is being brought to rest must not resume.
    if (this.isReady || this.#condition.isHeld) return this.#sendAtOnce(command);
    return notBegun(new LinkError('not-ready', { code: 'reply-owed' }, command));
  }

  #sendAtOnce(command: string): CommandHandle {
    this.link.tell({ type: 'begun', command });
    this.write(command.trim());
    this.#polling.watch();
    if (command.trim() === '~' && this.#condition.continued() && this.isReady) this.show();
    return this.done(command, 'ok');
  }

  /** Sends no second hold during a stop: it would arrive after the reset and block the pen. */
  protected override writeStop(): Promise<void> {
    return this.isStopping ? Promise.resolve() : super.writeStop();
  }

  protected override show(): void {
    this.#polling.changed();
    super.show();
  }

  protected override ready(): void {
    this.#polling.watch();
    super.ready();
  }

  protected override receive(chunk: Uint8Array): void {
    this.#polling.heard();
    super.receive(chunk);
  }

  protected hear(line: string): void {
    const { link, talk } = this;
    const isRoutine = this.#polling.isIdle && this.isReady && line.startsWith('<');
    if (link.isHeard && !isRoutine) link.tell({ type: 'received', line });
    if (greeting.test(line)) this.#hearBanner(line);
    else if (line.startsWith('<')) this.#hearReport(line);
    else if (/^ALARM:\d{1,3}$/.test(line)) void this.#alarmed(Number(line.slice(6)));
    else if (talk.isListening) talk.heard(line);
    else if (line === 'ok' || /^error:\d{1,3}$/i.test(line)) this.#hearAnswer(line);
    else this.#hearOther(line);
    this.#condition.heard(line);
    if (line.includes('Check Door') && this.isReady) this.write('?');
  }

  #hearBanner(line: string): void {
    this.#condition.started();
    if (this.talk.isExpectingBanner) {
      this.talk.greeted(line);
      return;
    }
    // The board restarted unexpectedly, so its position is unknown.
    this.log.info({ banner: line }, 'board started');
    this.interrupt();
    this.beginNext({ code: 'board-restarted' }, 'reset');
    this.greet(0);
    this.talk.greeted(line);
  }

  #hearAnswer(line: string): void {
    this.#polling.answered();
    if (!this.sender.answered(line === 'ok' ? undefined : line)) this.stray(line);
  }

  #hearOther(line: string): void {
    const lost = this.#lines.heard(line);
    const task = this.#lines.oldest?.task;
    if (lost !== undefined) this.sender.lose(lost);
    else if (task === undefined) this.link.tell({ type: 'unsolicited', line });
    else task.take(line);
  }

  #hearReport(line: string): void {
    const report = parseReport(line, this.#setup.machine.reportsInches);
    if (report === undefined) {
      this.link.tell({ type: 'unsolicited', line });
      return;
    }
    const before = this.#condition.now;
    this.#position.reported(report);
    // A hold requested by the driver is not a condition.
    if (!this.talk.isBraking) this.#condition.reported(report);
    this.talk.reported(line, report);
    if (!this.isReady) return;
    this.#conditionChanged(before);
    this.#endByReport(line, report);
    this.#polling.reported(report);
  }

  #conditionChanged(before: PlainLinkReason | undefined): void {
    const { now } = this.#condition;
    // The button was pressed, or the door opened.
    if (isHold(now) && !isHold(before)) this.link.tell({ type: 'pause-button' });
    // The machine did not report the alarm when it occurred, so the position is unknown.
    if (now?.code === 'machine-alarm' && before?.code !== now.code) this.beginNext(now, 'reset');
    if (this.isReady) this.show();
  }

  protected override endTask(task: StepTask): void {
    this.#rests = 0;
    if (task.translation?.ending === 'restart') void this.#restart(task);
    else this.write('?');
  }

  #endByReport(line: string, report: StatusReport): void {
    const task = this.sender.ending;
    const ending = task?.translation?.ending;
    if (task === undefined || ending === 'restart') return;
    const reported = this.#position.reportedBy(report);
    this.#rests = isMoving(report) ? 0 : this.#rests + 1;
    // Waits for a report with the work coordinate offset, which gives the position.
    const isEnd = ending === 'rest' ? this.#rests > 1 : reported !== undefined || report.state === 'Alarm';
    if (!isEnd) {
      this.#polling.soon();
      return;
    }
    if (ending === 'report' && task.steps.length === 0) task.takeLast(line);
    else if (ending === 'report') task.take(line);
    task.reported = reported;
    this.sender.ended(task);
  }

  async #restart(task: StepTask): Promise<void> {
    const isGone = this.watch();
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    const report = await this.#position.find(isGone);
    if (isGone() || this.sender.ending !== task) return;
    task.takeLast(rest.banner);
    task.reported = (report && this.#position.reportedBy(report)) ?? { position: null };
    this.sender.ended(task);
  }

  /** After a changed setting, sends waiting commands only when the settings were read again. */
  protected override executed({ command, reply }: StepTask): void {
    if (!reply?.ok || !/^\s*\$\d{1,3}=/.test(command)) return;
    this.pause();
    const isGone = this.watch();
    void this.talk.ask('$$').then((lines) => {
      if (isGone()) return;
      this.#setup.hear(lines ?? []);
      this.#setup.apply();
      this.problem = this.#setup.problem;
      if (this.problem !== undefined) this.link.tell({ type: 'reported', reported: { position: null } });
      this.ready();
    });
  }

  /** Handles an alarm. After most alarms the board accepts only a reset. */
  async #alarmed(alarm: number): Promise<void> {
    if (this.talk.isExpectingBanner || this.isStopping) {
      this.talk.alarmed(alarm);
      return;
    }
    const isGone = this.interrupt();
    this.link.become({ state: 'settling' });
    this.#endByAlarm(alarm);
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    await this.#position.find(isGone);
    if (!isGone()) this.ready();
  }

  #endByAlarm(alarm: number): void {
    const reason = this.#condition.alarmed(alarm);
    this.log.warn({ reason }, 'alarm');
    if (alarmOf(alarm).keepsPosition)
      this.endInDoubt({ sent: { kind: 'reset', reason }, unsent: { kind: 'other-session', reason } });
    else this.beginNext(reason, 'reset');
  }

  protected async halt(_wasIdle: boolean, isGone: () => boolean): Promise<Halted | undefined> {
    const before = this.#condition.now;
    const rest = await this.#bringToRest(isGone);
    if (rest === 'silent') throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    if (rest === 'gone' || isGone()) return undefined;
    if (rest.alarm !== undefined) this.#endByAlarm(rest.alarm);
    const report = await this.#position.find(isGone);
    if (isGone()) return undefined;
    if (rest.alarm === undefined) this.#conditionChanged(before);
    // A reset switches off the spindle. Lift the pen unless the machine waits for the user.
    const isBlocked = this.#condition.now !== undefined;
    if (!isBlocked) await this.askAll(penSteps('up', this.#setup.translation), isGone);
    const reported = report && this.#position.reportedBy(report);
    const { lastReport } = this.talk;
    return {
      lines: lastReport === undefined ? [] : [lastReport],
      reported: isBlocked ? { ...reported } : { ...reported, pen: 'up' },
    };
  }

  /** Returns `silent` if it reopened the port, and `gone` if it was interrupted. */
  async #bringToRest(isGone: () => boolean): Promise<AtRest | 'silent' | 'gone'> {
    const rest = await this.talk.bringToRest(this.#times, isGone);
    if (isGone()) return 'gone';
    if (rest === 'silent') this.reopen({ code: 'port-reopened' });
    else this.#setup.forgetModes();
    return rest;
  }

  /** Brings the machine to rest, because lines of an earlier session must not move it later. */
  protected async introduce(bannerWaitMs: number, isGone: () => boolean): Promise<boolean> {
    const setup = this.#setup;
    const greeted = await this.talk.banner(bannerWaitMs);
    if (isGone()) return false;
    if (greeted === undefined) {
      // A board that did not restart may still have lines of an earlier session, or half of one.
      const rest = await this.talk.bringToRest(this.#times, isGone);
      if (isGone() || rest === 'silent') return false;
      setup.wasReset(rest.banner);
      if (rest.alarm !== undefined) this.#endByAlarm(rest.alarm);
    } else {
      setup.restarted(greeted);
      this.#position.forget();
      this.link.tell({ type: 'reset', banner: greeted });
    }
    if (setup.machine.tooOld !== undefined) return this.#hasProblem(setup.machine.tooOld);
    await this.talk.quiet();
    if (isGone() || !(await this.#endOfHold(isGone))) return false;
    for (const [question, answer] of questions) {
      const lines = await this.talk.ask(question, answer);
      if (isGone() || lines === undefined) return false;
      setup.hear(lines);
    }
    setup.apply();
    await this.#position.find(isGone);
    return !isGone() && this.#hasProblem(setup.problem);
  }

  #hasProblem(problem: PlainLinkReason | undefined): true {
    this.problem = problem;
    if (problem !== undefined) this.log.warn({ reason: problem }, 'the machine cannot be used');
    return true;
  }

  /** Waits for the end of a hold: a machine that starts with its door open reads nothing until the user resumes it. */
  async #endOfHold(isGone: () => boolean): Promise<boolean> {
    for (;;) {
      const report = await this.talk.report();
      if (isGone()) return false;
      if (report === undefined || !this.#condition.isHeld) return true;
      this.sender.refuse((command) => this.obstacle(command));
      if (this.state.state !== 'suspect')
        this.link.become({ state: 'suspect', ...because(this.#condition.now!) });
      await this.talk.sleep(this.#times.pollMs);
      if (isGone()) return false;
    }
  }

  protected forgetMachine(): void {
    this.#setup.machine.forget();
  }

  protected override leftPort(): void {
    this.#polling.end();
    this.#setup.forgetModes();
    this.#position.forget();
    this.#condition.forget();
  }
}
