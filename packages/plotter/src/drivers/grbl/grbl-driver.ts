import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import { DriverPort } from '../driver-port.ts';
import type { Effect } from '../effect.ts';
import { isHold, LinkError, type LinkState, type Reply, type SendOptions } from '../link.ts';
import { acknowledgementOf, isOurCommand } from '../our-language.ts';
import { PortDriver } from '../port-driver.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { Conversation } from './conversation.ts';
import { alarmOf, effectOf, isRealTime, penSteps, refusalOf } from './grbl-language.ts';
import { defaultTimes, type GrblParts, type GrblTimes } from './grbl-parts.ts';
import { Task } from './grbl-task.ts';
import { Introduction } from './introduction.ts';
import { KnownCondition } from './known-condition.ts';
import { MachineSetup } from './machine-setup.ts';
import { MachineTalk } from './machine-talk.ts';
import { Polling } from './polling.ts';
import { Reception } from './reception.ts';
import { WorkPosition } from './work-position.ts';

/** Machines with Grbl 1.1 or firmware that speaks like it. `closed` until `connect()` is called. */
export function createGrblDriver(parts: GrblParts): Driver {
  return new GrblDriver(parts);
}

/** Lines that may wait in the receive buffer, beside the blocks of the planner: so far a job may be ahead. */
const linesAhead = 26;

class GrblDriver extends PortDriver implements Driver {
  readonly name = 'grbl';
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  readonly #parts: GrblParts;
  readonly #times: GrblTimes;
  readonly #setup = new MachineSetup();
  protected readonly port: DriverPort;
  readonly #talk: MachineTalk;
  readonly #position: WorkPosition;
  readonly #condition: KnownCondition;
  readonly #conversation: Conversation;
  readonly #polling: Polling;
  readonly #reception: Reception;
  readonly #introduction: Introduction;
  /** The machine was asked who it is, and can be spoken to. */
  #isReady = false;
  /** Counts openings, losses and restarts: what was begun under an older number is void. */
  #epoch = 0;
  #stopping: Promise<Reply> | undefined;
  #cancelAgain: () => void = () => undefined;

  constructor(parts: GrblParts) {
    super();
    const { clock, log } = parts;
    const times = { ...defaultTimes, ...parts.times };
    this.#parts = parts;
    this.#times = times;
    this.port = new DriverPort({
      ...{ port: parts, clock, log, times },
      opened: () => this.#opened(),
      bytes: (chunk) => this.#reception.receive(chunk),
      lost: (reason) => this.#endSession(reason),
    });
    this.#talk = new MachineTalk(clock, (bytes) => this.#write(bytes));
    this.#position = new WorkPosition(this.#setup, this.#talk);
    this.#condition = new KnownCondition({
      clock,
      oldReportsMs: times.pollMs / 2,
      hasHoming: () => this.#setup.machine.hasHoming,
      locked: (isLocked) => {
        this.#setup.isLocked = isLocked;
      },
    });
    this.#conversation = new Conversation({
      state: this.#setup.translation,
      mayWrite: () => this.#isReady,
      receiveBytes: () => this.#setup.machine.receiveBytes,
      blocksBehind: () => this.#setup.machine.blocksBehind,
      write: (text) => this.#writeLine(text),
      ask: () => this.#write('?'),
      restart: () => void this.#restart(),
      tell: (event) => this.port.tell(event),
      changed: () => this.#changed(),
      later: () => this.#polling.soon(),
      settingsChanged: () => this.#readSettings(),
      toldBy: (report) => this.#position.toldBy(report),
    });
    this.#polling = new Polling({
      ...{ clock, times, conversation: this.#conversation },
      isReady: () => this.#isReady,
      isHeld: () => this.#condition.isHeld,
      ask: () => this.#write('?'),
      onSilence: () => this.#reopen({ code: 'port-reopened' }),
      onLoss: () => this.#resynchronise(),
    });
    this.#reception = new Reception({
      ...{ log, port: this.port, setup: this.#setup, talk: this.#talk, position: this.#position },
      ...{ condition: this.#condition, conversation: this.#conversation, polling: this.#polling },
      isReady: () => this.#isReady,
      ask: () => this.#write('?'),
      onBanner: (line) => this.#onBanner(line),
      onAlarm: (alarm) => this.#onAlarm(alarm),
      onReport: (before) => this.#conditionChanged(before),
    });
    this.#introduction = new Introduction({
      ...{ times, talk: this.#talk, setup: this.#setup },
      ...{ position: this.#position, condition: this.#condition },
      restarted: (banner) => this.#restarted(banner),
      alarmed: (alarm) => this.#alarmed(alarm),
      held: (reason) => {
        this.#refuseWaiting();
        if (this.state.state !== 'suspect') this.port.become({ state: 'suspect', ...because(reason) });
      },
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
    const refusal = this.port.refusalOf(command, options);
    if (refusal !== undefined) return notBegun(refusal);
    const obstacle = this.#obstacle(command);
    if (obstacle !== undefined) return notBegun(new LinkError('not-ready', obstacle, command));
    if (isRealTime(command)) {
      // While the machine is brought to rest it must not be continued.
      if (!this.#isReady && !this.#condition.isHeld)
        return notBegun(new LinkError('not-ready', { code: 'reply-owed' }, command));
      return this.#sendAtOnce(command);
    }
    const task = new Task(command, options, isUrgent, (aborted) => this.#conversation.abandon(aborted));
    this.#conversation.add(task);
    if (isUrgent) this.#limitTime(task);
    return task;
  }

  #obstacle(command: string): PlainLinkReason | undefined {
    const [isReady, { isUnderWay }] = [this.#isReady, this.#conversation];
    return this.#condition.obstacle(command, { isReady, isUnderWay });
  }

  /** Somebody waits for its end, but no longer than this. What was sent of it may still be carried out. */
  #limitTime(task: Task): void {
    const cancel = this.#parts.clock.after(task.timeoutMs, () => {
      if (!this.#conversation.expire(task, this.#condition.now)) this.#limitTime(task);
    });
    task.executed.then(cancel, cancel);
  }

  /** Hold and resume: in a hold nothing else would be read. */
  #sendAtOnce(command: string): Begun {
    this.port.tell({ type: 'begun', command });
    this.#write(command.trim());
    this.#polling.watch();
    if (command.trim() === '~' && this.#condition.continued()) this.#changed();
    const reply: Reply = { sent: command, ok: true, terminalLine: 'ok', lines: ['ok'] };
    this.port.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }

  endHold(): void {
    if (!this.#condition.isHeld) return;
    if (this.#condition.canContinue) this.#sendAtOnce('~');
    // It may be able to by now.
    else this.#write('?');
  }

  withdraw(): void {
    this.#conversation.withdraw();
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    if (!this.isOpen) {
      onWritten();
      return Promise.reject(this.port.closedError('STOP'));
    }
    if (this.#stopping !== undefined) {
      // Nothing moves any more but the pen; a second hold would come after the reset, and hold that up.
      onWritten();
      return this.#stopping;
    }
    const written = this.port.write(Buffer.from('!'));
    this.port.tell({ type: 'sent', line: '!' });
    void written.then(onWritten);
    this.#stopping = this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  async disconnect(): Promise<void> {
    this.#endSession({ code: 'disconnected' });
    this.#setup.machine.forget();
    this.#condition.problem = undefined;
    await this.port.disconnect();
  }

  #opened(): void {
    this.#reception.reset();
    this.#condition.problem = undefined;
    this.#greet(this.port.settle.bannerWaitMs);
  }

  #greet(bannerWaitMs: number): void {
    const isGone = this.#interrupt({ state: 'settling' });
    void this.#introduction.run(bannerWaitMs, isGone).then((introduced) => {
      if (isGone() || introduced === 'gone') return;
      if (introduced === 'silent') {
        this.#tryAgain();
        return;
      }
      const { problem } = introduced;
      this.#condition.problem = problem;
      if (problem !== undefined) this.#parts.log.warn({ reason: problem }, 'the machine cannot be used');
      this.port.proven();
      this.#becomeReady();
    });
  }

  /** Nothing more is sent of what was begun. Gives whether something else has happened since. */
  #interrupt(state: LinkState): () => boolean {
    const epoch = ++this.#epoch;
    this.#isReady = false;
    this.port.become(state);
    return () => epoch !== this.#epoch;
  }

  /** After a setting was changed. What waits is not sent before it is known. */
  #readSettings(): void {
    const epoch = this.#epoch;
    this.#isReady = false;
    void this.#talk.query('$$').then((lines) => {
      if (epoch !== this.#epoch) return;
      this.#setup.hear(lines ?? []);
      this.#setup.apply();
      this.#condition.problem = this.#setup.problem;
      if (this.#condition.problem !== undefined) this.port.tell({ type: 'told', told: { position: null } });
      this.#becomeReady();
    });
  }

  #becomeReady(): void {
    this.#isReady = true;
    this.#refuseWaiting();
    this.#changed();
    this.#polling.watch();
    this.#conversation.pump();
  }

  /** What was begun before it was known how the machine is. */
  #refuseWaiting(): void {
    this.#conversation.refuse((command) => this.#obstacle(command));
  }

  #tryAgain(): void {
    const heard = (this.#talk.lastLine ?? '').slice(0, 80);
    const reason: PlainLinkReason = { code: 'wrong-machine', driver: 'grbl', heard };
    this.#condition.problem = reason;
    this.#conversation.end({ kind: 'not-ready', reason });
    this.port.become({ state: 'suspect', ...because(reason) });
    this.#cancelAgain();
    this.#cancelAgain = this.#parts.clock.after(this.#times.againMs, () => this.#reopen(reason));
  }

  #restarted(banner: string): void {
    this.#setup.restarted(banner);
    this.#position.forget();
    this.port.tell({ type: 'reset', banner });
  }

  /** `!` is already on its way. */
  async #stop(): Promise<Reply> {
    const owed = this.#conversation.end(
      (command) => ({ kind: 'aborted', reason: { code: 'stopped-unfinished', command } }),
      { kind: 'aborted', reason: { code: 'stopped-unsent' } },
    );
    this.#tellUnanswered(owed);
    const before = this.#condition.now;
    const isGone = this.#interrupt({ state: 'busy', command: 'STOP' });
    const lost = () => new LinkError('lost', this.port.whyOther, 'STOP');
    const rest = await this.#talk.bringToRest(this.#times, isGone);
    if (isGone()) throw lost();
    if (rest === 'silent') {
      this.#reopen({ code: 'port-reopened' });
      throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
    this.#setup.forgetModes();
    if (rest.alarm !== undefined) this.#alarmed(rest.alarm);
    const report = await this.#position.find(isGone);
    if (isGone()) throw lost();
    if (rest.alarm === undefined) this.#conditionChanged(before);
    // A reset switches the spindle off; the pen is put where it belongs, unless the machine waits for a person.
    const isBlocked = this.#condition.now !== undefined;
    if (!isBlocked) {
      for (const { text, answer } of penSteps('up', this.#setup.translation)) {
        await this.#talk.query(text, answer);
        if (isGone()) throw lost();
      }
    }
    const told = report && this.#position.toldBy(report);
    const terminalLine = acknowledgementOf('STOP');
    const { lastReport } = this.#talk;
    const lines = lastReport === undefined ? [terminalLine] : [lastReport, terminalLine];
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines };
    this.port.tell({ type: 'reply', reply });
    this.port.tell({ type: 'told', told: isBlocked ? { ...told } : { ...told, pen: 'up' } });
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
    this.#setup.forgetModes();
    await this.#position.find(isGone);
    if (!isGone()) this.#conversation.restarted(rest.banner);
  }

  #onBanner(line: string): void {
    this.#condition.started();
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
    const isGone = this.#interrupt({ state: 'settling' });
    this.#alarmed(alarm);
    // After most alarms the board takes nothing but a reset.
    void this.#talk.bringToRest(this.#times, isGone).then(async (rest) => {
      if (isGone()) return;
      if (rest === 'silent') {
        this.#reopen({ code: 'port-reopened' });
        return;
      }
      this.#setup.forgetModes();
      await this.#position.find(isGone);
      if (!isGone()) this.#becomeReady();
    });
  }

  #alarmed(alarm: number): void {
    const reason = this.#condition.alarmed(alarm);
    this.#parts.log.warn({ reason }, 'the machine raised an alarm');
    if (alarmOf(alarm).keepsPosition) this.#tellUnanswered(this.#conversation.end({ kind: 'reset', reason }));
    else this.#newSession(reason, 'reset');
  }

  #conditionChanged(before: PlainLinkReason | undefined): void {
    const { now } = this.#condition;
    // Somebody pressed a button, or opened the door.
    if (isHold(now) && !isHold(before)) this.port.tell({ type: 'pause-button' });
    // It did not say so when it happened: whatever was known of its position is void.
    if (now?.code === 'machine-alarm' && before?.code !== now.code) this.#newSession(now, 'reset');
    this.#changed();
  }

  #resynchronise(): void {
    this.#parts.log.warn({}, 'a reply was lost; the machine is reset');
    const command = this.#conversation.current?.command ?? '';
    const reason: PlainLinkReason = { code: 'unanswered', command };
    this.#tellUnanswered(this.#conversation.end({ kind: 'timeout', reason }));
    this.port.become({ state: 'suspect', ...because(reason) });
    this.#greet(0);
  }

  #reopen(reason: PlainLinkReason): void {
    if (!this.isOpen) return;
    this.#parts.log.warn({ reason }, 'the machine does not answer; reopening the port');
    this.#endSession(reason);
    this.port.reopen();
  }

  #endSession(reason: PlainLinkReason): void {
    const wasOpen = this.port.leave();
    this.#isReady = false;
    this.#epoch++;
    this.#polling.end();
    this.#cancelAgain();
    this.#reception.reset();
    this.#setup.forgetModes();
    this.#position.forget();
    this.#condition.forget();
    if (wasOpen) this.#newSession(reason, 'lost');
    else this.#conversation.end({ kind: 'closed', reason });
    this.#talk.end();
  }

  #newSession(reason: PlainLinkReason, kind: 'lost' | 'reset'): void {
    this.port.newSession(reason);
    const unsent = { kind: kind === 'lost' ? ('closed' as const) : ('other-session' as const), reason };
    this.port.tellSession(this.#conversation.end({ kind, reason }, unsent));
  }

  #tellUnanswered(owed: readonly string[]): void {
    for (const line of owed) this.port.tell({ type: 'unanswered', line });
  }

  #write(bytes: string): void {
    void this.port.write(Buffer.from(bytes, 'latin1'));
  }

  #writeLine(text: string): void {
    this.#write(`${text}\n`);
    if (this.port.isHeard) this.port.tell({ type: 'sent', line: text });
  }

  #changed(): void {
    if (!this.#isReady) return;
    this.#polling.changed();
    const { state } = this;
    const { current } = this.#conversation;
    const shown = this.#condition.shown(current !== undefined);
    if (shown !== undefined) {
      if (state.state !== 'suspect' || state.cause !== shown)
        this.port.become({ state: 'suspect', ...because(shown) });
    } else if (current !== undefined) {
      if (state.state !== 'busy' || state.command !== current.command)
        this.port.become({ state: 'busy', command: current.command });
    } else if (state.state !== 'ready') this.port.become({ state: 'ready' });
  }
}
