import { because, type PlainLinkReason } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import { tellUnanswered } from '../kernel/queue.ts';
import type { Session } from '../kernel/session.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { isHold, LinkError, type LinkState, type Reply } from '../link.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { AtRest, MachineTalk } from './conversation/machine-talk.ts';
import type { Polling } from './conversation/polling.ts';
import type { WorkPosition } from './conversation/work-position.ts';
import type { GrblTimes } from './grbl-parts.ts';
import { alarmOf, penSteps } from './language/grbl-language.ts';
import type { KnownCondition } from './machine/condition.ts';
import type { MachineSetup } from './machine/machine-setup.ts';

/** Whether commands can be sent, and whether a longer procedure is still valid. */
export class Readiness {
  /** The machine was identified and can be used. */
  isReady = false;
  /** Counts openings, losses and restarts: procedures begun under an older number are void. */
  #epoch = 0;

  /** Invalidates running procedures. */
  outdate(): void {
    this.#epoch++;
  }

  /** Returns a function that tells whether a procedure that begins now is void. */
  watch(): () => boolean {
    const epoch = this.#epoch;
    return () => epoch !== this.#epoch;
  }
}

/** State that the parts of the driver share. */
export interface GrblState {
  clock: Clock;
  log: Logger;
  times: GrblTimes;
  port: Session;
  readiness: Readiness;
  setup: MachineSetup;
  talk: MachineTalk;
  position: WorkPosition;
  condition: KnownCondition;
  conversation: Conversation;
  polling: Polling;
  /** Called when the state of the link may have changed. */
  changed: () => void;
  /** Rejects waiting commands that cannot be sent in the current condition. */
  refuseWaiting: () => void;
  /** Drops an incomplete line. */
  forgetInput: () => void;
}

const questions = [
  ['$I', '['],
  ['$$', ''],
] as const;

/** `silent`: no machine of this kind answers. `gone`: interrupted by a different event. */
type Introduced = { problem: PlainLinkReason | undefined } | 'silent' | 'gone';

/** Procedures with several questions: greeting, restart, alarm and stop. They also begin and end sessions. */
export class Procedures {
  readonly #state: GrblState;
  #stopping: Promise<Reply> | undefined;
  #cancelAgain: () => void = () => undefined;

  constructor(state: GrblState) {
    this.#state = state;
  }

  /** Identifies the machine after an opening or a restart of the board. */
  greet(bannerWaitMs: number): void {
    const { log, port, condition } = this.#state;
    const isGone = this.#interrupt({ state: 'settling' });
    void this.#introduce(bannerWaitMs, isGone).then((introduced) => {
      if (isGone() || introduced === 'gone') return;
      if (introduced === 'silent') {
        this.#tryAgain();
        return;
      }
      const { problem } = introduced;
      condition.problem = problem;
      if (problem !== undefined) log.warn({ reason: problem }, 'the machine cannot be used');
      port.proven();
      this.#ready();
    });
  }

  /** Reads the settings after a change. Waiting commands are sent afterwards. */
  readSettings(): void {
    const { readiness, talk, setup, condition, port } = this.#state;
    readiness.isReady = false;
    const isGone = readiness.watch();
    void talk.ask('$$').then((lines) => {
      if (isGone()) return;
      setup.hear(lines ?? []);
      setup.apply();
      condition.problem = setup.problem;
      if (condition.problem !== undefined) port.tell({ type: 'told', told: { position: null } });
      this.#ready();
    });
  }

  /** Called when the port is gone. */
  end(reason: PlainLinkReason): void {
    const { port, readiness, setup, talk, position, condition, conversation, polling } = this.#state;
    const wasOpen = port.leave();
    readiness.outdate();
    readiness.isReady = false;
    polling.end();
    this.#cancelAgain();
    this.#state.forgetInput();
    setup.forgetModes();
    position.forget();
    condition.forget();
    const closed = { kind: 'closed', reason } as const;
    if (wasOpen) this.#beginNext(reason, 'lost');
    else conversation.end({ sent: closed, unsent: closed });
    talk.end();
  }

  reopen(reason: PlainLinkReason): void {
    const { log, port } = this.#state;
    if (!port.isOpen) return;
    log.warn({ reason }, 'the machine does not answer; reopening the port');
    this.end(reason);
    port.reopen();
  }

  /** A board restarted by itself: its position is unknown. */
  boardStarted(banner: string): void {
    const { log, readiness, talk } = this.#state;
    log.info({ banner }, 'the board started');
    readiness.outdate();
    this.#beginNext({ code: 'board-restarted' }, 'reset');
    this.greet(0);
    talk.greeted(banner);
  }

  conditionChanged(before: PlainLinkReason | undefined): void {
    const { port, condition, changed } = this.#state;
    const { now } = condition;
    // The button was pressed, or the door opened.
    if (isHold(now) && !isHold(before)) port.tell({ type: 'pause-button' });
    // The alarm was not reported when it occurred: the position is unknown.
    if (now?.code === 'machine-alarm' && before?.code !== now.code) this.#beginNext(now, 'reset');
    changed();
  }

  /** A reply was lost: resets the machine. */
  resynchronise(): void {
    const { log, port, conversation } = this.#state;
    log.warn({}, 'a reply was lost; the machine is reset');
    const command = conversation.current?.command ?? '';
    const reason: PlainLinkReason = { code: 'unanswered', command };
    const unsent = { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } } as const;
    this.#tellUnanswered(conversation.end({ sent: { kind: 'timeout', reason }, unsent }));
    port.become({ state: 'suspect', ...because(reason) });
    this.greet(0);
  }

  /** `RESET`: everything before it was carried out. */
  async restart(): Promise<void> {
    const { readiness, position, conversation } = this.#state;
    const isGone = readiness.watch();
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    const report = await position.find(isGone);
    if (isGone()) return;
    const told = report && position.toldBy(report);
    conversation.restarted(rest.banner, told ?? { position: null });
  }

  /** The machine raised an alarm. After most alarms the board accepts nothing but a reset. */
  async alarmed(alarm: number): Promise<void> {
    const { talk, position } = this.#state;
    if (talk.isExpectingBanner || this.#stopping !== undefined) {
      talk.alarmed(alarm);
      return;
    }
    const isGone = this.#interrupt({ state: 'settling' });
    this.#endByAlarm(alarm);
    const rest = await this.#bringToRest(isGone);
    if (typeof rest === 'string' || isGone()) return;
    await position.find(isGone);
    if (!isGone()) this.#ready();
  }

  stop(onWritten: () => void): Promise<Reply> {
    const { port } = this.#state;
    if (!port.isOpen) {
      onWritten();
      return Promise.reject(port.closedError('STOP'));
    }
    if (this.#stopping !== undefined) {
      // Only the pen is still moving. A second hold would arrive after the reset and delay it.
      onWritten();
      return this.#stopping;
    }
    const written = port.write(Buffer.from('!'));
    port.tell({ type: 'sent', line: '!' });
    void written.then(onWritten);
    this.#stopping = this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  /** `!` was already sent. */
  async #stop(): Promise<Reply> {
    const { port, setup, talk, position, condition, conversation } = this.#state;
    const owed = conversation.end({
      sent: (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      unsent: { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    });
    this.#tellUnanswered(owed);
    const before = condition.now;
    const isGone = this.#interrupt({ state: 'busy', command: 'STOP' });
    const lost = () => new LinkError('lost', port.whyOther, 'STOP');
    const rest = await this.#bringToRest(isGone);
    if (rest === 'silent') throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    if (rest === 'gone' || isGone()) throw lost();
    if (rest.alarm !== undefined) this.#endByAlarm(rest.alarm);
    const report = await position.find(isGone);
    if (isGone()) throw lost();
    if (rest.alarm === undefined) this.conditionChanged(before);
    // A reset switches off the spindle. Lift the pen unless the machine waits for the user.
    const isBlocked = condition.now !== undefined;
    if (!isBlocked) {
      for (const { text, answer } of penSteps('up', setup.translation)) {
        await talk.ask(text, answer);
        if (isGone()) throw lost();
      }
    }
    const told = report && position.toldBy(report);
    const terminalLine = acknowledgementOf('STOP');
    const { lastReport } = talk;
    const lines = lastReport === undefined ? [terminalLine] : [lastReport, terminalLine];
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines };
    port.tell({ type: 'reply', reply });
    port.tell({ type: 'told', told: isBlocked ? { ...told } : { ...told, pen: 'up' } });
    this.#ready();
    return reply;
  }

  /** Identifies the machine and brings it to rest, so that nothing sent before can move it. */
  async #introduce(bannerWaitMs: number, isGone: () => boolean): Promise<Introduced> {
    const { port, talk, setup, position } = this.#state;
    const greeted = await talk.banner(bannerWaitMs);
    if (isGone()) return 'gone';
    if (greeted === undefined) {
      // A board that did not restart may still have lines of an earlier session, or half of one.
      const rest = await talk.bringToRest(this.#state.times, isGone);
      if (isGone()) return 'gone';
      if (rest === 'silent') return 'silent';
      setup.wasReset(rest.banner);
      if (rest.alarm !== undefined) this.#endByAlarm(rest.alarm);
    } else {
      setup.restarted(greeted);
      position.forget();
      port.tell({ type: 'reset', banner: greeted });
    }
    const { tooOld } = setup.machine;
    if (tooOld !== undefined) return { problem: tooOld };
    await talk.quiet();
    if (isGone() || !(await this.#endOfHold(isGone))) return 'gone';
    for (const [question, answer] of questions) {
      const lines = await talk.ask(question, answer);
      if (isGone()) return 'gone';
      if (lines === undefined) return 'silent';
      setup.hear(lines);
    }
    setup.apply();
    await position.find(isGone);
    return isGone() ? 'gone' : { problem: setup.problem };
  }

  /** A machine that starts with its door open reads nothing until the user resumes it. Returns false if it is gone. */
  async #endOfHold(isGone: () => boolean): Promise<boolean> {
    const { times, port, talk, condition, refuseWaiting } = this.#state;
    for (;;) {
      const report = await talk.report();
      if (isGone()) return false;
      if (report === undefined || !condition.isHeld) return true;
      refuseWaiting();
      if (port.state.state !== 'suspect') port.become({ state: 'suspect', ...because(condition.now!) });
      await talk.sleep(times.pollMs);
      if (isGone()) return false;
    }
  }

  #ready(): void {
    const { readiness, conversation, polling, refuseWaiting, changed } = this.#state;
    readiness.isReady = true;
    refuseWaiting();
    changed();
    polling.watch();
    conversation.pump();
  }

  /** Stops sending. Returns a function that tells whether a different event has occurred since. */
  #interrupt(state: LinkState): () => boolean {
    const { readiness, port } = this.#state;
    readiness.outdate();
    readiness.isReady = false;
    const isGone = readiness.watch();
    port.become(state);
    return isGone;
  }

  #tryAgain(): void {
    const { clock, times, port, talk, condition, conversation } = this.#state;
    const heard = (talk.lastLine ?? '').slice(0, 80);
    const reason: PlainLinkReason = { code: 'wrong-machine', driver: 'grbl', heard };
    condition.problem = reason;
    const unsent = { kind: 'not-ready', reason } as const;
    conversation.end({ sent: unsent, unsent });
    port.become({ state: 'suspect', ...because(reason) });
    this.#cancelAgain();
    this.#cancelAgain = clock.after(times.againMs, () => this.reopen(reason));
  }

  /** `silent`: reopen the port. `gone`: a different event has occurred. */
  async #bringToRest(isGone: () => boolean): Promise<AtRest | 'silent' | 'gone'> {
    const { times, setup, talk } = this.#state;
    const rest = await talk.bringToRest(times, isGone);
    if (isGone()) return 'gone';
    if (rest === 'silent') this.reopen({ code: 'port-reopened' });
    else setup.forgetModes();
    return rest;
  }

  #beginNext(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    const { port, conversation } = this.#state;
    port.newSession(reason);
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    port.tellSession(conversation.end({ sent: { kind, reason }, unsent }));
  }

  #endByAlarm(alarm: number): void {
    const { log, condition, conversation } = this.#state;
    const reason = condition.alarmed(alarm);
    log.warn({ reason }, 'the machine raised an alarm');
    if (!alarmOf(alarm).keepsPosition) {
      this.#beginNext(reason, 'reset');
      return;
    }
    const endings = { sent: { kind: 'reset', reason }, unsent: { kind: 'other-session', reason } } as const;
    this.#tellUnanswered(conversation.end(endings));
  }

  #tellUnanswered(owed: readonly string[]): void {
    tellUnanswered((event) => this.#state.port.tell(event), owed);
  }
}
