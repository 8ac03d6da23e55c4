import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import { type Begun, type Driver, type Identity, notBegun, sendAndWait } from '../driver.ts';
import { Session, SessionDriver } from '../kernel/session.ts';
import type { Effect } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import { Conversation } from './conversation/conversation.ts';
import { MachineTalk } from './conversation/machine-talk.ts';
import { Polling } from './conversation/polling.ts';
import { Task } from './conversation/task.ts';
import { WorkPosition } from './conversation/work-position.ts';
import { defaultTimes, type GrblParts } from './grbl-parts.ts';
import { effectOf, isRealTime, refusalOf } from './language/grbl-language.ts';
import { KnownCondition } from './machine/condition.ts';
import { MachineSetup } from './machine/machine-setup.ts';
import { parseReport } from './machine/status-report.ts';
import { type GrblState, Procedures, Readiness } from './procedures.ts';

/** Machines with Grbl 1.1 or compatible firmware. `closed` until `connect()` is called. */
export function createGrblDriver(parts: GrblParts): Driver {
  return new GrblDriver(parts);
}

/** Lines in the receive buffer that a job may be ahead, in addition to the planner's blocks. */
const linesAhead = 26;
const greeting = /^(grbl|drawcore)/i;

class GrblDriver extends SessionDriver implements Driver {
  readonly name = 'grbl';
  readonly isStrict = false;
  readonly tellsPosition = 'yes';
  protected readonly port: Session;
  readonly #state: GrblState;
  readonly #procedures: Procedures;
  readonly #framer = new LineFramer();

  constructor(parts: GrblParts) {
    super();
    const { clock, log } = parts;
    const times = { ...defaultTimes, ...parts.times };
    const port = new Session({
      ...{ port: parts, clock, log, times },
      opened: () => this.#opened(),
      bytes: (chunk) => this.#receive(chunk),
      lost: (reason) => this.#procedures.end(reason),
    });
    this.port = port;
    const ask = () => this.#write('?');
    const changed = () => this.#showState();
    const readiness = new Readiness();
    const isReady = () => readiness.isReady;
    const setup = new MachineSetup();
    const talk = new MachineTalk(clock, (bytes) => this.#write(bytes));
    const position = new WorkPosition(setup, talk);
    const condition = new KnownCondition({
      clock,
      oldReportsMs: times.pollMs / 2,
      hasHoming: () => setup.machine.hasHoming,
      locked: (isLocked) => {
        setup.isLocked = isLocked;
      },
    });
    const conversation: Conversation = new Conversation({
      clock,
      state: setup.translation,
      mayWrite: isReady,
      receiveBytes: () => setup.machine.receiveBytes,
      blocksBehind: () => setup.machine.blocksBehind,
      write: (text) => {
        this.#write(`${text}\n`);
        if (port.isHeard) port.tell({ type: 'sent', line: text });
      },
      ask,
      restart: () => void this.#procedures.restart(),
      tell: (event) => port.tell(event),
      changed,
      later: () => polling.soon(),
      settingsChanged: () => this.#procedures.readSettings(),
      toldBy: (report) => position.toldBy(report),
    });
    const polling = new Polling({
      ...{ clock, times, conversation, isReady, ask },
      isHeld: () => condition.isHeld,
      onSilence: () => this.#procedures.reopen({ code: 'port-reopened' }),
      onLoss: () => this.#procedures.resynchronise(),
    });
    this.#state = {
      ...{ clock, log, times, port, readiness, setup, talk, position, condition, conversation, polling },
      changed,
      // Commands begun before the condition of the machine was known.
      refuseWaiting: () => conversation.refuse((command) => this.#obstacle(command)),
      forgetInput: () => this.#framer.reset(),
    };
    this.#procedures = new Procedures(this.#state);
  }

  get identity(): Identity {
    return this.#state.setup.machine.identity;
  }

  get facts(): MachineFacts {
    return this.#state.setup.facts;
  }

  get window(): number {
    return this.#state.setup.machine.blocksBehind + linesAhead;
  }

  configure(profile: Profile): void {
    this.#state.setup.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#state.setup.machine.hasHoming);
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

  endHold(): void {
    const { condition } = this.#state;
    if (!condition.isHeld) return;
    if (condition.canContinue) this.#sendAtOnce('~');
    // The report shows whether it can resume by now.
    else this.#write('?');
  }

  withdraw(): void {
    this.#state.conversation.withdraw();
  }

  stop(onWritten: () => void = () => undefined): Promise<Reply> {
    return this.#procedures.stop(onWritten);
  }

  async disconnect(): Promise<void> {
    this.#procedures.end({ code: 'disconnected' });
    this.#state.setup.machine.forget();
    this.#state.condition.problem = undefined;
    await this.port.disconnect();
  }

  #opened(): void {
    this.#framer.reset();
    this.#state.condition.problem = undefined;
    this.#procedures.greet(this.port.settle.bannerWaitMs);
  }

  #write(bytes: string): void {
    void this.port.write(Buffer.from(bytes, 'latin1'));
  }

  /** `isAwaited`: a caller waits until it was carried out. */
  #begin(command: string, options: SendOptions, isAwaited: boolean): Begun {
    const { readiness, condition, conversation } = this.#state;
    const refusal = this.port.refusalOf(command, options);
    if (refusal !== undefined) return notBegun(refusal);
    const obstacle = this.#obstacle(command);
    if (obstacle !== undefined) return notBegun(new LinkError('not-ready', obstacle, command));
    if (isRealTime(command)) {
      // A machine that is being brought to rest must not resume.
      if (!readiness.isReady && !condition.isHeld)
        return notBegun(new LinkError('not-ready', { code: 'reply-owed' }, command));
      return this.#sendAtOnce(command);
    }
    const task = new Task(command, options, isAwaited);
    task.onAbort(() => conversation.abandon(task));
    if (isAwaited) this.#limitTime(task);
    conversation.add(task);
    return task;
  }

  #obstacle(command: string): PlainLinkReason | undefined {
    const { readiness, condition, conversation } = this.#state;
    const [{ isReady }, { isUnderWay }] = [readiness, conversation];
    return condition.obstacle(command, { isReady, isUnderWay });
  }

  /** The sent part may still be carried out afterwards. */
  #limitTime(task: Task): void {
    const { clock, condition, conversation } = this.#state;
    task.startTimer(clock, () => {
      if (!conversation.expire(task, condition.now)) this.#limitTime(task);
    });
  }

  /** Hold and resume: a held machine reads no lines. */
  #sendAtOnce(command: string): Begun {
    const { port, condition, polling, changed } = this.#state;
    port.tell({ type: 'begun', command });
    this.#write(command.trim());
    polling.watch();
    if (command.trim() === '~' && condition.continued()) changed();
    const reply: Reply = { sent: command, ok: true, terminalLine: 'ok', lines: ['ok'] };
    port.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }

  /** Shows why a ready machine waits, or which command it is busy with. */
  #showState(): void {
    const { port, readiness, condition, conversation, polling } = this.#state;
    if (!readiness.isReady) return;
    polling.changed();
    const { state } = port;
    const { current } = conversation;
    const shown = condition.shown(current !== undefined) ?? conversation.overdue;
    if (shown !== undefined) {
      if (state.state !== 'suspect' || state.cause !== shown)
        port.become({ state: 'suspect', ...because(shown) });
    } else if (current !== undefined) {
      if (state.state !== 'busy' || state.command !== current.command)
        port.become({ state: 'busy', command: current.command });
    } else if (state.state !== 'ready') port.become({ state: 'ready' });
  }

  #receive(chunk: Uint8Array): void {
    this.#state.polling.heard();
    this.#framer.push(chunk, (line) => {
      if (this.port.isOpen) this.#hear(line);
    });
  }

  #hear(line: string): void {
    const { port, talk, conversation, condition, polling, readiness } = this.#state;
    const isRoutine = polling.isIdle && readiness.isReady && line.startsWith('<');
    if (port.isHeard && !isRoutine) port.tell({ type: 'received', line });
    if (isGarbled(line)) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    if (greeting.test(line)) this.#hearBanner(line);
    else if (line.startsWith('<')) this.#hearReport(line);
    else if (/^ALARM:\d{1,3}$/.test(line)) void this.#procedures.alarmed(Number(line.slice(6)));
    else if (talk.isListening) talk.heard(line);
    else if (line === 'ok' || /^error:\d{1,3}$/i.test(line)) this.#hearAnswer(line);
    else if (!conversation.heard(line)) port.tell({ type: 'unsolicited', line });
    condition.heard(line);
    if (line.includes('Check Door') && readiness.isReady) this.#write('?');
  }

  #hearBanner(line: string): void {
    const { talk, condition } = this.#state;
    condition.started();
    if (talk.isExpectingBanner) talk.greeted(line);
    else this.#procedures.boardStarted(line);
  }

  #hearAnswer(line: string): void {
    const { log, port, conversation, polling } = this.#state;
    polling.answered();
    if (conversation.answered(line)) return;
    log.warn({ line }, 'stray reply');
    port.tell({ type: 'desync', line });
  }

  #hearReport(line: string): void {
    const { port, setup, talk, position, condition, conversation, polling, readiness } = this.#state;
    const report = parseReport(line, setup.machine.reportsInches);
    if (report === undefined) {
      port.tell({ type: 'unsolicited', line });
      return;
    }
    const before = condition.now;
    position.reported(report);
    // A hold requested by the driver is not a condition.
    if (!talk.isBraking) condition.reported(report);
    talk.reported(line, report);
    if (!readiness.isReady) return;
    this.#procedures.conditionChanged(before);
    conversation.reported(line, report);
    polling.reported(report);
  }
}
