import { because, type PlainLinkReason } from '@stationery/contract';
import { type ConnectionTimes, defaultConnectionTimes } from '../../link/connection.ts';
import { isGarbled, LineFramer } from '../../link/line-framer.ts';
import { type CommandHandle, type DriverName, notBegun } from '../driver.ts';
import type { StatusReply } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';
import { MachineDriver, type MachineDriverDeps } from './machine-driver.ts';
import { type Endings, stopped } from './queue.ts';
import { StepSender, type StepSenderDeps } from './step-sender.ts';
import { type Step, StepTask } from './step-task.ts';
import type { Talk } from './talk.ts';

export interface StepTimes extends ConnectionTimes {
  /** Delay after the last command before a barrier is sent. */
  drainMs: number;
  /** Delay before retrying a machine that gave no valid answer. */
  againMs: number;
}

export const defaultStepTimes: StepTimes = { ...defaultConnectionTimes, drainMs: 25, againMs: 10_000 };

interface StepDriverOptions<State extends object>
  extends MachineDriverDeps,
    Pick<StepSenderDeps<State>, 'language' | 'state' | 'lines' | 'blocksBehind'> {
  times: StepTimes;
}

export interface Halted {
  /** Lines of the reply before its last. */
  lines: readonly string[];
  reported: StatusReply;
}

/** Commands are sent as several lines, each answered with `ok`. */
export abstract class StepDriver<State extends object> extends MachineDriver {
  abstract readonly name: DriverName;
  protected readonly sender: StepSender<State>;
  protected abstract readonly talk: Talk;
  /** Why the machine cannot be used in its current state. */
  protected problem: PlainLinkReason | undefined;
  readonly #framer = new LineFramer();
  readonly #againMs: number;
  #isReady = false;
  #stopping: Promise<Reply> | undefined;
  #cancelAgain: () => void = () => undefined;

  constructor({ clock, log, port, times, firstSession, ...language }: StepDriverOptions<State>) {
    super({ clock, log, port, times, firstSession });
    this.#againMs = times.againMs;
    this.sender = new StepSender({
      ...language,
      clock,
      drainMs: times.drainMs,
      mayWrite: () => this.maySend,
      write: (text) => this.writeStep(text),
      tell: (event) => this.link.tell(event),
      onChange: () => {
        if (this.#isReady) this.show();
      },
      onEnding: (task) => this.endTask(task),
      onExecuted: (task) => this.executed(task),
    });
  }

  protected abstract hear(line: string): void;
  /** Identifies the machine and brings it to rest. Returns false if no machine of this family answers. */
  protected abstract introduce(bannerWaitMs: number, isGone: () => boolean): Promise<boolean>;
  /** Waits until the machine stands after the stop was sent, and lifts the pen. Resolves to undefined if it is gone. */
  protected abstract halt(wasIdle: boolean, isGone: () => boolean): Promise<Halted | undefined>;
  protected abstract readonly stopLine: string;

  /** Returns why a command must not be sent in this condition. */
  protected obstacle(_command: string): PlainLinkReason | undefined {
    return this.problem;
  }

  protected get condition(): PlainLinkReason | undefined {
    return undefined;
  }

  protected shownCondition(_isBusy: boolean): PlainLinkReason | undefined {
    return undefined;
  }

  /** Begins a command that does not wait for its turn. Returns undefined for other commands. */
  protected beginAtOnce(_command: string): CommandHandle | undefined {
    return undefined;
  }

  /** Determines when a command was carried out whose translation has an `ending`. */
  protected endTask(_task: StepTask): void {}

  protected executed(_task: StepTask): void {}

  protected get isReady(): boolean {
    return this.#isReady;
  }

  protected get maySend(): boolean {
    return this.#isReady;
  }

  protected get isStopping(): boolean {
    return this.#stopping !== undefined;
  }

  override acknowledgementOf(command: string): string {
    return isOurCommand(command) ? super.acknowledgementOf(command) : 'ok';
  }

  withdraw(): void {
    this.sender.withdraw();
  }

  protected stopMachine(onWritten: () => void): Promise<Reply> {
    void this.writeStop().then(onWritten);
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = undefined;
    });
    return this.#stopping;
  }

  protected writeStop(): Promise<void> {
    const written = this.link.write(Buffer.from(this.stopLine));
    this.link.tell({ type: 'sent', line: this.stopLine.trimEnd() });
    return written;
  }

  protected write(bytes: string): void {
    void this.link.write(Buffer.from(bytes, 'latin1'));
  }

  protected writeLine(text: string): void {
    this.write(`${text}\n`);
    if (this.link.isHeard) this.link.tell({ type: 'sent', line: text });
  }

  protected writeStep(text: string): void {
    this.writeLine(text);
  }

  protected opened(): void {
    this.#framer.reset();
    this.greet(this.link.settle.bannerWaitMs);
  }

  protected receive(chunk: Uint8Array): void {
    this.#framer.push(chunk, (line) => {
      if (!this.link.isOpen) return;
      if (!isGarbled(line)) {
        this.hear(line);
        return;
      }
      if (this.link.isHeard) this.link.tell({ type: 'received', line });
      this.link.tell({ type: 'unsolicited', line });
    });
  }

  protected beginCommand(command: string, options: SendOptions): CommandHandle {
    const obstacle = this.obstacle(command);
    if (obstacle !== undefined) return notBegun(new LinkError('not-ready', obstacle, command));
    const atOnce = this.beginAtOnce(command);
    if (atOnce !== undefined) return atOnce;
    const task = new StepTask(command, options);
    task.onAbort(() => this.sender.abandon(task));
    if (task.isAwaited) this.#limitTime(task);
    this.sender.add(task);
    return task;
  }

  /** Returns a handle for a command that was carried out at once. */
  protected done(command: string, terminalLine: string): CommandHandle {
    const reply: Reply = { sent: command, ok: true, terminalLine, lines: [terminalLine] };
    this.link.tell({ type: 'reply', reply });
    return { accepted: Promise.resolve(reply), executed: Promise.resolve() };
  }

  /** Rejects a command after its timeout. Its sent part may still be carried out. */
  #limitTime(task: StepTask): void {
    task.startTimer(this.clock, () => {
      const isEarly = !task.isSent && !this.#isReady;
      if (isEarly || !this.sender.expire(task, this.condition)) this.#limitTime(task);
    });
  }

  /** Shows why a ready machine waits, or which command it is busy with. */
  protected show(): void {
    const { link, sender } = this;
    const { state } = link;
    const { current } = sender;
    const reason = this.shownCondition(current !== undefined) ?? sender.overdue;
    if (reason !== undefined) {
      if (state.state !== 'suspect' || state.cause !== reason)
        link.become({ state: 'suspect', ...because(reason) });
    } else if (current !== undefined) {
      if (state.state !== 'busy' || state.command !== current.command)
        link.become({ state: 'busy', command: current.command });
    } else if (state.state !== 'ready') link.become({ state: 'ready' });
  }

  protected override interrupt(): () => boolean {
    this.#isReady = false;
    this.#cancelAgain();
    return super.interrupt();
  }

  protected pause(): void {
    this.#isReady = false;
  }

  /** Identifies the machine after an opening or a restart of the board. */
  protected greet(bannerWaitMs: number): void {
    const isGone = this.interrupt();
    this.link.become({ state: 'settling' });
    void this.introduce(bannerWaitMs, isGone).then((isKnown) => {
      if (isGone()) return;
      if (!isKnown) {
        this.tryAgain();
        return;
      }
      this.link.proven();
      this.ready();
    });
  }

  protected ready(): void {
    this.#isReady = true;
    this.sender.refuse((command) => this.obstacle(command));
    this.sender.pump();
  }

  protected tryAgain(): void {
    const heard = (this.talk.lastLine ?? '').slice(0, 80);
    const reason: PlainLinkReason = { code: 'wrong-machine', driver: this.name, heard };
    this.problem = reason;
    this.refuse(reason);
    this.#cancelAgain = this.clock.after(this.#againMs, () => this.reopen(reason));
  }

  protected stray(line: string): void {
    this.link.tell({ type: 'desync', line });
  }

  /** Sends steps outside of commands, each after the answer to the previous one. */
  protected async askAll(steps: readonly Step[], isGone: () => boolean): Promise<void> {
    for (const { text, answer } of steps) {
      if (isGone()) return;
      await this.talk.ask(text, answer);
    }
  }

  /** Called when a reply was lost, so sent commands are in doubt. */
  protected resynchronise(): void {
    this.log.warn({}, 'reply lost');
    const reason: PlainLinkReason = { code: 'unanswered', command: this.sender.current?.command ?? '' };
    const unsent = { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } } as const;
    this.endInDoubt({ sent: { kind: 'timeout', reason }, unsent });
    this.link.become({ state: 'suspect', ...because(reason) });
    this.greet(0);
  }

  protected endCommands(endings: Endings): string[] {
    return this.sender.end(endings);
  }

  async #stop(): Promise<Reply> {
    const { link } = this;
    const wasIdle = this.#isReady && this.sender.isEmpty;
    this.endInDoubt(stopped);
    const isGone = this.interrupt();
    link.become({ state: 'busy', command: 'STOP' });
    const halted = await this.halt(wasIdle, isGone);
    if (halted === undefined || isGone()) throw new LinkError('lost', link.whyNewSession, 'STOP');
    const terminalLine = acknowledgementOf('STOP');
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines: [...halted.lines, terminalLine] };
    link.tell({ type: 'reply', reply });
    link.tell({ type: 'reported', reported: halted.reported });
    this.resumeAfterStop();
    return reply;
  }

  protected resumeAfterStop(): void {
    this.ready();
  }

  protected override end(reason: PlainLinkReason): void {
    this.#framer.reset();
    this.problem = undefined;
    super.end(reason);
    this.talk.end();
  }
}
