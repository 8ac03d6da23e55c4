import type { PlainLinkReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { CommandQueue, type Endings } from '../../kernel/queue.ts';
import type { Told } from '../../language/effect.ts';
import type { LinkEvent } from '../../link.ts';
import {
  barrierSteps,
  forgetModes,
  type Step,
  type TranslationState,
  translate,
} from '../language/grbl-language.ts';
import { isMoving, type StatusReport } from '../machine/status-report.ts';
import { type SentLine, SentLines } from './sent-lines.ts';
import type { Task } from './task.ts';

export interface ConversationParts {
  clock: Clock;
  state: TranslationState;
  /** Whether lines can be sent to the machine. */
  mayWrite: () => boolean;
  receiveBytes: () => number;
  /** Number of later accepted blocks that prove execution of a command. */
  blocksBehind: () => number;
  write: (text: string) => void;
  ask: () => void;
  restart: () => void;
  tell: (event: LinkEvent) => void;
  /** Called when something was answered or sent; `isBusy` may have changed. */
  changed: () => void;
  /** Schedules a debounced callback. */
  later: () => void;
  /** Called when a `$` line changed a setting. */
  settingsChanged: () => void;
  /** Converts a report to a machine state. */
  toldBy: (report: StatusReport) => Told | undefined;
}

/**
 * Commands and the lines they are sent as. Keeps as many bytes in flight as the machine has room for. A command is
 * accepted with its last `ok`, and carried out when a later barrier is answered, or when so many later moves were
 * accepted that the planner cannot hold it any more.
 */
export class Conversation {
  readonly #parts: ConversationParts;
  readonly #queue: CommandQueue<Task>;
  readonly #lines = new SentLines();
  #blocks = 0;
  #isPumping = false;
  /** A reply was repeated, so replies since the last barrier may have been credited wrongly. */
  #isInDoubt = false;

  constructor(parts: ConversationParts) {
    this.#parts = parts;
    const { clock, tell } = parts;
    // `CommandIntake` limits the time of commands from `begin`.
    this.#queue = new CommandQueue({ clock, tell, isTimed: () => false, late: () => true });
  }

  /** The oldest command not carried out. */
  get current(): Task | undefined {
    return this.#queue.entries.find(({ isLive }) => isLive);
  }

  /** Why nothing is sent now: a timed-out command has not been carried out. */
  get overdue(): PlainLinkReason | undefined {
    return this.#queue.entries.find(({ overdue }) => overdue !== undefined)?.overdue;
  }

  get isEmpty(): boolean {
    return this.#queue.isEmpty && this.#lines.isEmpty;
  }

  /** A part of a command was sent and its caller is waiting. */
  get isUnderWay(): boolean {
    return this.#queue.entries.some((task) => task.isLive && task.isSent);
  }

  get isOwed(): boolean {
    return !this.#lines.isEmpty;
  }

  /** The oldest line: how long the machine may take, and how long its sender waits. */
  get oldest(): { dwellMs: number; timeoutMs: number; isHoming: boolean } {
    const { first } = this.#lines;
    return {
      dwellMs: first?.step.dwellMs ?? 0,
      timeoutMs: first?.task?.timeoutMs ?? Number.POSITIVE_INFINITY,
      isHoming: /^\$H/i.test(first?.step.text ?? ''),
    };
  }

  add(task: Task): void {
    this.#queue.add(task);
    this.pump();
  }

  /** Abandons a command; the part that was sent is still carried out. */
  abandon(task: Task): void {
    this.#queue.abandon(task);
    this.#parts.changed();
  }

  /** Times out a command. Returns false if it waits for earlier commands that have time left. */
  expire(task: Task, held: PlainLinkReason | undefined): boolean {
    const { command } = task;
    if (task.isSent) {
      task.overdue = { code: 'unanswered', command };
      this.#parts.tell({ type: 'unanswered', line: command });
      task.fail({ kind: 'timeout', reason: held ?? task.overdue });
    } else {
      if (!this.#parts.mayWrite() || this.current !== task) return false;
      this.#queue.remove(task);
      task.fail({ kind: 'not-ready', reason: held ?? this.overdue ?? { code: 'reply-owed' } });
    }
    this.#parts.changed();
    return true;
  }

  /** Rejects unsent commands that must not be sent. */
  refuse(obstacle: (command: string) => PlainLinkReason | undefined): void {
    this.#queue.failWhere(({ isSent, command }) => {
      const reason = isSent ? undefined : obstacle(command);
      return reason && { kind: 'not-ready', reason };
    });
  }

  withdraw(): void {
    this.#queue.withdraw();
    this.#parts.changed();
  }

  /** Ends all commands. Returns those that were sent and are in doubt. */
  end(endings: Endings): string[] {
    this.#lines.clear();
    this.#isInDoubt = false;
    return this.#queue.end(endings);
  }

  /** Sends as much as there is room for. */
  pump(): void {
    this.#pump();
  }

  #pump(told?: Told): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    // Commands may have waited for the completed one.
    let report = told;
    for (let isOn = true; isOn; report = undefined) {
      isOn = this.#settle(report);
      while (this.#sendNext()) isOn = true;
    }
    this.#isPumping = false;
    if (!this.#queue.isEmpty && this.#lines.isEmpty && !this.wantsReport) this.#parts.later();
    this.#parts.changed();
  }

  /** Everything was accepted; sends a barrier that proves execution. */
  drain(): void {
    // Later commands wait for the barrier.
    if (!this.#parts.mayWrite() || !this.#lines.isEmpty) return;
    if (!this.#queue.entries.some(({ isTaken }) => isTaken)) return;
    for (const step of barrierSteps) this.#write(undefined, step);
  }

  /** Handles `ok` or `error:n`. Returns false if it answers nothing. */
  answered(line: string): boolean {
    const { first } = this.#lines;
    const ok = line === 'ok';
    if (first === undefined) return false;
    if (first.step.answer !== undefined && !first.isHeard) {
      // The question was not answered yet, so there was one reply too many.
      this.#isInDoubt = true;
      return false;
    }
    this.#lines.takeFirst();
    const { task, step } = first;
    if (!ok) forgetModes(this.#parts.state);
    if (task !== undefined) {
      task.answered++;
      if (!ok) task.refusal ??= line;
    }
    if (ok && step.block) this.#blocks++;
    if (ok && step.answer !== undefined) this.#passed(task);
    this.pump();
    return true;
  }

  /** A line that may be part of a reply. Returns false if it belongs to no command. */
  heard(line: string): boolean {
    const lost = this.#lines.heard(line);
    if (lost !== undefined) {
      for (const each of lost) this.#lose(each);
      return true;
    }
    const task = this.#lines.first?.task;
    task?.take(line);
    return task !== undefined;
  }

  reported(line: string, report: StatusReport): void {
    const task = this.#queue.oldest;
    // A restart ends with the banner.
    if (task?.report !== 'wanted' || task.translation?.kind === 'restart') return;
    const told = this.#parts.toldBy(report);
    if (task.translation?.kind === 'alone' && task.translation.ending === 'rest') {
      task.rests = isMoving(report) ? 0 : task.rests + 1;
      if (task.rests < 2) {
        this.#parts.later();
        return;
      }
      task.report = 'none';
    } else {
      // Only some reports contain the work coordinate offset.
      if (told === undefined && report.state !== 'Alarm') {
        this.#parts.later();
        return;
      }
      if (task.steps.length === 0) task.takeLast(line);
      else {
        task.take(line);
        task.report = 'none';
      }
    }
    task.isDone = true;
    this.#pump(told);
  }

  /** Whether a report is expected. */
  get wantsReport(): boolean {
    const task = this.#queue.oldest;
    return task?.report === 'wanted' && task.translation?.kind !== 'restart';
  }

  /** The banner completed a command that restarts the machine. `told`: its position. */
  restarted(banner: string, told: Told): void {
    const task = this.#queue.oldest;
    if (task?.translation?.kind !== 'restart') return;
    task.takeLast(banner);
    task.isDone = true;
    this.#pump(told);
  }

  #sendNext(): boolean {
    if (!this.#parts.mayWrite()) return false;
    const head = this.#queue.oldest;
    if (head?.isAlone && head.isWritten) return this.#finishAlone(head);
    while (this.#queue.next?.isWritten) this.#queue.takeNext();
    const task = this.#queue.next;
    if (task === undefined) {
      if (this.#queue.entries.at(-1)?.isAwaited) this.drain();
      return false;
    }
    if (task.translation === undefined && !this.#start(task)) return false;
    if (task.isWritten) return true;
    const step = task.steps[task.sent]!;
    if (!this.#lines.isEmpty && task.isAlone) return false;
    if (!this.#lines.hasRoomFor(step, this.#parts.receiveBytes())) return false;
    if (task.sent === 0 && task.isLive) this.#parts.tell({ type: 'begun', command: task.command });
    task.isSent = true;
    task.sent++;
    this.#write(task, step);
    return true;
  }

  /** Returns whether it may be sent now. False if earlier commands must be carried out first. */
  #start(task: Task): boolean {
    const { state } = this.#parts;
    if (this.overdue !== undefined) {
      this.drain();
      return false;
    }
    const copy = { ...state };
    const translation = translate(task.command, copy);
    if (task !== this.#queue.oldest && translation.kind !== 'lines' && translation.kind !== 'refused') {
      this.drain();
      return false;
    }
    Object.assign(state, copy);
    task.translation = translation;
    if (translation.kind === 'refused') task.refusal = translation.line;
    if (translation.kind === 'lines' || translation.kind === 'alone') task.steps = translation.steps;
    if (task.steps.length === 0 && translation.kind !== 'lines')
      this.#parts.tell({ type: 'begun', command: task.command });
    if (translation.kind === 'restart') {
      this.#want(task);
      this.#parts.restart();
    }
    return true;
  }

  /** Requests the report that completes an exclusive command. */
  #finishAlone(task: Task): boolean {
    const { translation } = task;
    if (translation?.kind !== 'alone' || task.report !== 'none' || task.isDone) return false;
    if (task.answered < task.steps.length || task.refusal !== undefined) return false;
    if (translation.ending === 'nothing') {
      task.isDone = true;
      return true;
    }
    this.#want(task);
    this.#parts.ask();
    return false;
  }

  #want(task: Task): void {
    task.isSent = true;
    task.report = 'wanted';
  }

  #write(task: Task | undefined, step: Step): void {
    this.#lines.add(task, step);
    this.#parts.write(step.text);
  }

  /** A barrier was answered: all earlier commands were carried out. */
  #passed(task: Task | undefined): void {
    const { entries } = this.#queue;
    const end = task === undefined ? entries.length : entries.indexOf(task) + 1;
    for (const before of entries.slice(0, end)) {
      if (this.#isInDoubt) this.#failInDoubt(before);
      if (before.translation?.kind !== 'lines' || !before.isTaken) continue;
      before.isDone = true;
      before.mark = 0;
    }
    this.#isInDoubt = false;
  }

  #failInDoubt(task: Task): void {
    if (!task.isLive) return;
    const { command } = task;
    this.#parts.tell({ type: 'unanswered', line: command });
    task.fail({ kind: 'timeout', reason: { code: 'reply-lost', command } });
  }

  #lose({ task }: SentLine): void {
    if (task === undefined) return;
    task.answered++;
    this.#failInDoubt(task);
  }

  /** Reports progress of commands to callers, in order. Returns whether any made progress. */
  #settle(told?: Told): boolean {
    let isFarther = false;
    for (const task of this.#queue.entries) {
      if (task.reply !== undefined) continue;
      if (!task.isKnown && task.isLive) break;
      if (!task.isKnown) continue;
      isFarther ||= task.isLive;
      const isOver = task.isDone || task.refusal !== undefined || task.steps.length === 0;
      const mark = isOver ? 0 : this.#blocks + this.#parts.blocksBehind();
      this.#queue.accept(task, task.terminalLine, task.refusal === undefined, mark);
    }
    const isCredited = this.#queue.credit(this.#blocks, ({ command, reply }) => {
      if (told !== undefined) this.#parts.tell({ type: 'told', told });
      if (reply?.ok && /^\s*\$\d{1,3}=/.test(command)) this.#parts.settingsChanged();
    });
    return isFarther || isCredited;
  }
}
