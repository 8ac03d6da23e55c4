import type { PlainLinkReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { LinkEvent } from '../link.ts';
import type { SentLine, SentLines } from './ledger.ts';
import { CommandQueue, type Endings } from './queue.ts';
import type { Step, StepTask, Translation } from './step-task.ts';

/** How a family translates commands. `State` is kept between them. */
export interface StepLanguage<State extends object> {
  translate(command: string, state: State): Translation;
  /** Makes the next line set all modes again. */
  forgetModes(state: State): void;
  /** Lines that are answered when all motion has ended. The last one is a question. */
  readonly barrier: readonly Step[];
  /** Whether the rest of a command is dropped if one of its lines is refused. */
  readonly endsAtRefusal: boolean;
}

export interface StepSenderDeps<State extends object> {
  clock: Clock;
  language: StepLanguage<State>;
  state: State;
  lines: SentLines;
  drainMs: number;
  mayWrite: () => boolean;
  /** Number of later moves whose acceptance proves that a command was executed. */
  blocksBehind: () => number;
  write: (text: string) => void;
  tell: (event: LinkEvent) => void;
  onChange: () => void;
  /** Determines when a command with an `ending` was carried out; then calls `ended`. */
  onEnding: (task: StepTask) => void;
  onExecuted: (task: StepTask) => void;
}

/**
 * Sends commands as lines, as many as the machine has room for. A command is accepted with its last `ok`, and carried
 * out when a later barrier is answered, or when so many later moves were accepted that the planner cannot hold it any
 * more.
 */
export class StepSender<State extends object> {
  readonly #deps: StepSenderDeps<State>;
  readonly #queue: CommandQueue<StepTask>;
  #blocks = 0;
  #isPumping = false;
  /** Whether there was a surplus reply since the last barrier, so that replies may have been credited wrongly. */
  #isInDoubt = false;
  #cancelDrain: () => void = () => undefined;

  constructor(deps: StepSenderDeps<State>) {
    this.#deps = deps;
    const { clock, tell } = deps;
    // The driver measures the time of commands itself, starting at `begin`.
    this.#queue = new CommandQueue({ clock, tell, isTimed: () => false, onLate: () => true });
  }

  get current(): StepTask | undefined {
    return this.#queue.entries.find(({ isLive }) => isLive);
  }

  /** Why nothing new is sent: a timed-out command has not been carried out. */
  get overdue(): PlainLinkReason | undefined {
    return this.#queue.entries.find(({ overdue }) => overdue !== undefined)?.overdue;
  }

  get isEmpty(): boolean {
    return this.#queue.isEmpty && this.#deps.lines.size === 0;
  }

  /** Whether a part of a command was sent and its caller is waiting. */
  get isUnderWay(): boolean {
    return this.#queue.entries.some((task) => task.isLive && task.isSent);
  }

  get ending(): StepTask | undefined {
    const { oldest } = this.#queue;
    return oldest?.isEnding ? oldest : undefined;
  }

  add(task: StepTask): void {
    this.#queue.add(task);
    this.pump();
  }

  /** Abandons a command; the part that was sent is still carried out. */
  abandon(task: StepTask): void {
    this.#queue.abandon(task);
    this.#deps.onChange();
  }

  /** Times out a command. Returns false if it waits for earlier commands that have time left. */
  expire(task: StepTask, held: PlainLinkReason | undefined): boolean {
    const { command } = task;
    if (task.isSent) {
      task.overdue = { code: 'unanswered', command };
      this.#deps.tell({ type: 'unanswered', line: command });
      task.fail({ kind: 'timeout', reason: held ?? task.overdue });
    } else {
      if (this.current !== task) return false;
      this.#queue.remove(task);
      task.fail({ kind: 'not-ready', reason: held ?? this.overdue ?? { code: 'reply-owed' } });
    }
    this.pump();
    return true;
  }

  refuse(obstacle: (command: string) => PlainLinkReason | undefined): void {
    this.#queue.failWhere(({ isSent, command }) => {
      const reason = isSent ? undefined : obstacle(command);
      return reason && { kind: 'not-ready', reason };
    });
  }

  withdraw(): void {
    this.#queue.withdraw();
    this.#deps.onChange();
  }

  end(endings: Endings): string[] {
    this.forgetLines();
    return this.#queue.end(endings);
  }

  /** Call when the machine will answer none of the sent lines. */
  forgetLines(): void {
    this.#cancelDrain();
    this.#deps.lines.clear();
    this.#isInDoubt = false;
  }

  /** Sends as much as there is room for, and reports completed commands. */
  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    // Commands may have waited for the completed one.
    for (let isOn = true; isOn; ) {
      isOn = this.#settle();
      while (this.#sendNext()) isOn = true;
    }
    this.#isPumping = false;
    const { clock, drainMs, lines, onChange } = this.#deps;
    if (!this.#queue.isEmpty && lines.size === 0 && this.ending === undefined) {
      this.#cancelDrain();
      this.#cancelDrain = clock.after(drainMs, () => {
        this.#drain();
        onChange();
      });
    }
    onChange();
  }

  /** Handles the answer to the oldest line. Returns false if it belongs to no line. */
  answered(refusal?: string): boolean {
    const { lines, language, state } = this.#deps;
    const { oldest } = lines;
    if (oldest === undefined) return false;
    const { task, step } = oldest;
    if (step.answer !== undefined && !oldest.isHeard) {
      // The question was not answered yet, so there was one reply too many.
      this.doubt();
      return false;
    }
    lines.takeOldest();
    if (refusal !== undefined) language.forgetModes(state);
    if (task !== undefined) {
      task.answered++;
      task.refusal ??= refusal;
      if (refusal !== undefined && language.endsAtRefusal) task.steps = task.steps.slice(0, task.sent);
    }
    if (refusal === undefined && step.isBlock) this.#blocks++;
    if (step.answer !== undefined) this.#passed(task);
    this.pump();
    return true;
  }

  doubt(): void {
    this.#isInDoubt = true;
  }

  /** Called when the replies to these lines were lost. */
  lose(lost: readonly SentLine[]): void {
    for (const { task } of lost) {
      if (task === undefined) continue;
      task.answered++;
      this.#failInDoubt(task);
    }
  }

  /** Called when the driver has determined that a command was carried out. */
  ended(task: StepTask): void {
    task.isEnding = false;
    task.isDone = true;
    this.pump();
  }

  #sendNext(): boolean {
    const { mayWrite, tell } = this.#deps;
    if (!mayWrite()) return false;
    const head = this.#queue.oldest;
    if (head?.isAlone && head.isWritten) {
      this.#beginEnding(head);
      return false;
    }
    while (this.#queue.next?.isWritten) this.#queue.takeNext();
    const task = this.#queue.next;
    if (task === undefined) {
      if (this.#queue.entries.at(-1)?.isAwaited) this.#drain();
      return false;
    }
    if (task.translation === undefined && !this.#start(task)) return false;
    if (task.isWritten) return true;
    const step = task.steps[task.sent]!;
    if (!this.#hasRoomFor(step, task.translation)) return false;
    if (task.sent === 0 && task.isLive) tell({ type: 'begun', command: task.command });
    task.isSent = true;
    task.sent++;
    this.#write(task, step);
    return true;
  }

  #hasRoomFor(step: Step, translation: Translation | undefined): boolean {
    const { lines } = this.#deps;
    return translation?.isAlone ? lines.size === 0 : lines.hasRoomFor(step);
  }

  /** Starts sending a command. Returns false if earlier commands must be carried out first. */
  #start(task: StepTask): boolean {
    const { language, state, tell } = this.#deps;
    const copy = { ...state };
    const translation = language.translate(task.command, copy);
    if (this.overdue !== undefined || (translation.isAlone && task !== this.#queue.oldest)) {
      this.#drain();
      return false;
    }
    // Change the state only when the first line can be sent: before that, the command may be withdrawn or the modes
    // forgotten.
    const [first] = translation.steps;
    if (first !== undefined && !this.#hasRoomFor(first, translation)) return false;
    Object.assign(state, copy);
    task.translation = translation;
    task.steps = translation.steps;
    task.refusal = translation.refusal;
    if (task.steps.length === 0 && (task.isAlone || task.refusal !== undefined))
      tell({ type: 'begun', command: task.command });
    return true;
  }

  #beginEnding(task: StepTask): void {
    if (task.translation?.ending === undefined || task.isEnding || task.isKnown || !task.isTaken) return;
    task.isSent = true;
    task.isEnding = true;
    this.#deps.onEnding(task);
  }

  /** When everything was accepted, sends a barrier that proves execution. */
  #drain(): void {
    const { language, lines, mayWrite } = this.#deps;
    if (!mayWrite() || lines.size > 0) return;
    if (!this.#queue.entries.some(({ isTaken, isDone }) => isTaken && !isDone)) return;
    for (const step of language.barrier) this.#write(undefined, step);
  }

  #write(task: StepTask | undefined, step: Step): void {
    const { lines, write } = this.#deps;
    write(lines.send(task, step));
  }

  /**
   * Called when a question was answered. Everything before the question was carried out, and its command too if the
   * question was its last line.
   */
  #passed(task: StepTask | undefined): void {
    const { entries } = this.#queue;
    const end = task === undefined ? entries.length : entries.indexOf(task) + 1;
    for (const before of entries.slice(0, end)) {
      if (!before.isTaken) continue;
      if (this.#isInDoubt) this.#failInDoubt(before);
      if (before.translation?.ending !== undefined) continue;
      before.isDone = true;
      before.mark = 0;
    }
    this.#isInDoubt = false;
  }

  #failInDoubt(task: StepTask): void {
    if (!task.isLive) return;
    const { command } = task;
    this.#deps.tell({ type: 'unanswered', line: command });
    task.fail({ kind: 'timeout', reason: { code: 'reply-lost', command } });
  }

  /** Reports progress of commands to callers, in order. Returns whether any made progress. */
  #settle(): boolean {
    const { language, blocksBehind, tell, onExecuted } = this.#deps;
    let isFarther = false;
    for (const task of this.#queue.entries) {
      if (task.reply !== undefined) continue;
      if (!task.isKnown && task.isLive) break;
      if (!task.isKnown) continue;
      isFarther = true;
      const isRefused = language.endsAtRefusal && task.refusal !== undefined;
      const isOver = task.isDone || task.isAlone || isRefused || task.steps.length === 0;
      const mark = isOver ? 0 : this.#blocks + blocksBehind();
      this.#queue.accept(task, task.terminalLine, task.refusal === undefined, mark);
    }
    const isCredited = this.#queue.credit(this.#blocks, (task) => {
      if (task.reported !== undefined) tell({ type: 'reported', reported: task.reported });
      onExecuted(task);
    });
    return isFarther || isCredited;
  }
}
