import { because, type PlainLinkReason } from '@stationery/contract';
import { type Clock, type Logger, sleep } from '@stationery/core';
import type { CommandQueue, Endings } from '../kernel/queue.ts';
import type { Session } from '../kernel/session.ts';
import { acknowledgementOf } from '../language/our-language.ts';
import { LinkError, type Reply } from '../link.ts';
import type { EbbCommand } from './ebb-language.ts';
import { firmwareVersionIn, isAtLeast } from './firmware-version.ts';
import type { Plotting, Trouble } from './plotting.ts';
import type { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

export interface ProceduresDeps {
  clock: Clock;
  log: Logger;
  port: Session;
  board: Board;
  queue: CommandQueue<EbbCommand>;
  plotting: Plotting;
  /** Idle motors are switched off after this time; 0 for never. */
  motorsOffAfterMs: number;
  /** Ends all commands. Returns those in doubt. */
  end: (endings: Endings) => string[];
  /** The board cannot be used by this driver. */
  refuse: (reason: PlainLinkReason) => void;
  /** Leaves the port and reopens it. */
  endSession: (reason: PlainLinkReason, owed: readonly string[]) => void;
}

/** Interval of queries to an idle board: was its button pressed, has it restarted? */
const idleCheckMs = 1000;
const resyncAttempts = 3;
const identifyMs = 1500;
const identifyAgainMs = 5000;
const oldest = [2, 4, 4] as const;

/**
 * Sends queued commands and recovers the board after an opening, a restart, a stop or a missing reply. One procedure
 * runs at a time; `interrupt` ends it.
 */
export class Procedures {
  readonly #deps: ProceduresDeps;
  /** Aborted when an opening, a loss or a stop invalidates the running procedure. */
  #current = new AbortController();
  #isBusy = false;
  #cancelIdle: () => void = () => undefined;
  #idleSinceMs = 0;
  #firmware: string | null = null;
  #lastLine = '';
  /** Until the connected board was greeted, a missing mark does not mean a restart. */
  #isGreeted = false;

  constructor(deps: ProceduresDeps) {
    this.#deps = deps;
  }

  get firmware(): string | null {
    return this.#firmware;
  }

  received(line: string): void {
    this.#lastLine = line.slice(0, 100);
  }

  forgetBoard(): void {
    this.#firmware = null;
  }

  /** Ends the running procedure. The signal is aborted by the next call. */
  interrupt(): AbortSignal {
    this.#cancelIdle();
    this.#current.abort(new NoReply('ended', 'another procedure began'));
    this.#current = new AbortController();
    this.#deps.plotting.interrupt();
    this.#isBusy = true;
    return this.#current.signal;
  }

  /** A command was queued. */
  wake(): void {
    const { clock, port } = this.#deps;
    if (this.#isBusy || !['ready', 'busy'].includes(port.state.state)) return;
    this.#isBusy = true;
    this.#cancelIdle();
    const { signal: current } = this.#current;
    // Plans commands of the same turn together.
    this.#cancelIdle = clock.after(0, () => void this.#guarded(current, () => this.#work(current)));
  }

  /** The port was opened. */
  async opened(): Promise<void> {
    const current = this.interrupt();
    this.#lastLine = '';
    this.#deps.port.become({ state: 'settling' });
    await this.#greet(current);
  }

  /** An unexpected line. Resynchronises an idle board; otherwise the running procedure notices it. */
  stray(line: string): void {
    if (this.#isBusy || this.#deps.port.state.state !== 'ready') return;
    void this.#resynchronise(`“${line}” answers nothing`);
  }

  /** Stops the board and finds its position; then lifts the pen. */
  async halt(current: AbortSignal): Promise<Reply> {
    const { board, plotting } = this.#deps;
    const { line } = board;
    const terminalLine = acknowledgementOf('STOP');
    const reply: Reply = { sent: 'STOP', ok: true, terminalLine, lines: [terminalLine] };
    try {
      if (line.isInStep) {
        await board.ask('ES');
      } else {
        line.tell('ES');
        await board.resynchronise();
      }
      if (current.aborted || !(await this.#isSame(current))) return reply;
      plotting.halted();
      await plotting.rest(() => !current.aborted);
      await plotting.locate();
      await plotting.liftPen(() => !current.aborted);
      if (!current.aborted) this.#ready();
      return reply;
    } catch (error) {
      if (!current.aborted && error instanceof NoReply) void this.#resynchronise(error.message);
      const kind = error instanceof NoReply && error.kind === 'ended' ? 'lost' : 'timeout';
      throw new LinkError(kind, { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
  }

  #greet(current: AbortSignal): Promise<void> {
    return this.#guarded(current, async () => {
      if (!(await this.#introduce(current))) return;
      this.#deps.port.proven();
      this.#ready();
    });
  }

  /**
   * Identifies the board without anything that could move a machine of a different family. Returns whether the board
   * is at rest and can be used.
   */
  async #introduce(current: AbortSignal): Promise<boolean> {
    const { board, plotting, refuse } = this.#deps;
    this.#isGreeted = false;
    const said = await this.#identify(current);
    if (current.aborted) return false;
    const version = firmwareVersionIn(said)!;
    this.#firmware = version.join('.');
    if (!isAtLeast(version, oldest)) {
      refuse({ code: 'firmware-too-old', firmware: this.#firmware, needed: oldest.join('.') });
      return false;
    }
    board.version = version;
    await board.begin();
    await plotting.begin(() => !current.aborted);
    this.#isGreeted = !current.aborted;
    return this.#isGreeted;
  }

  async #identify(current: AbortSignal): Promise<string> {
    const { clock, board, refuse } = this.#deps;
    for (;;) {
      try {
        return await board.line.identify((text) => firmwareVersionIn(text) !== undefined, identifyMs);
      } catch (error) {
        if (!(error instanceof NoReply) || error.kind === 'ended') throw error;
        if (!current.aborted) refuse({ code: 'wrong-machine', driver: 'ebb', heard: this.#lastLine });
        await sleep(clock, identifyAgainMs, current);
      }
    }
  }

  /** Idle: begins queued commands. */
  #ready(): void {
    const { clock, port } = this.#deps;
    this.#isBusy = false;
    this.#idleSinceMs = clock.nowMs();
    port.become({ state: 'ready' });
    this.#goOn();
  }

  #goOn(): void {
    if (this.#deps.queue.isEmpty) this.#checkLater();
    else this.wake();
  }

  async #work(current: AbortSignal): Promise<void> {
    const { port, queue, plotting } = this.#deps;
    const goesOn = () => !current.aborted;
    while (goesOn() && !queue.isEmpty) {
      const command = queue.oldest?.command;
      const { state } = port;
      if (command !== undefined && (state.state !== 'busy' || state.command !== command))
        port.become({ state: 'busy', command });
      const trouble = await plotting.step(goesOn);
      if (!goesOn()) return;
      if (trouble === undefined) continue;
      await this.#beginAgain(trouble, current);
      return;
    }
    if (goesOn()) this.#ready();
  }

  #checkLater(): void {
    const { signal: current } = this.#current;
    this.#cancelIdle = this.#deps.clock.after(idleCheckMs, () => {
      if (current.aborted || this.#isBusy) return;
      this.#isBusy = true;
      void this.#guarded(current, () => this.#check(current));
    });
  }

  async #check(current: AbortSignal): Promise<void> {
    const { clock, plotting, motorsOffAfterMs } = this.#deps;
    const isLong = motorsOffAfterMs > 0 && clock.nowMs() - this.#idleSinceMs >= motorsOffAfterMs;
    if (isLong) await plotting.switchMotorsOff();
    const trouble = await plotting.look();
    if (current.aborted) return;
    if (trouble !== undefined) {
      await this.#beginAgain(trouble, current);
      return;
    }
    this.#isBusy = false;
    this.#goOn();
  }

  /** Resynchronises a board that gives a wrong answer; any other failure is a defect. */
  async #guarded(current: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (current.aborted) return;
      this.#logDefect(error);
      await this.#resynchronise(error instanceof Error ? error.message : String(error));
    }
  }

  async #resynchronise(message: string): Promise<void> {
    const { log, port, board, plotting, endSession } = this.#deps;
    const current = this.interrupt();
    log.warn({ message }, 'the link is suspect');
    const reason: PlainLinkReason = { code: 'reply-owed' };
    port.become({ state: 'suspect', ...because(reason) });
    plotting.halted();
    for (let attempt = 1; attempt <= resyncAttempts; attempt++) {
      try {
        await board.resynchronise();
        if (!(await this.#isSame(current))) return;
        await plotting.rest(() => !current.aborted);
        await plotting.locate();
        if (current.aborted) return;
        this.#endInDoubt(reason);
        this.#ready();
        return;
      } catch (error) {
        if (current.aborted) return;
        this.#logDefect(error);
      }
    }
    endSession({ code: 'port-reopened' }, this.#endInDoubt(reason));
    port.reopen();
  }

  /** Ends the session and begins a new one at the current position of the board. */
  async #beginAgain(trouble: Trouble, before: AbortSignal): Promise<void> {
    const { port, board, plotting, end } = this.#deps;
    if (before.aborted) return;
    const current = this.interrupt();
    const reason: PlainLinkReason = { code: trouble };
    const owed = end({ sent: { kind: 'reset', reason }, unsent: { kind: 'other-session', reason } });
    const isRestart = trouble === 'board-restarted' || trouble === 'board-reset';
    // Motors that regain power must not continue with moves in the board's buffer.
    if (!isRestart) board.line.tell('ES');
    if (trouble !== 'limit-switch') plotting.forgetPlace();
    plotting.restarted();
    port.newSession(reason);
    if (isRestart) port.tell({ type: 'reset', banner: `EBB ${this.#firmware}` });
    port.tellSession(owed);
    port.become({ state: 'settling' });
    await this.#greet(current);
  }

  /** Returns whether this board was greeted and has not restarted since. Otherwise, greets it or begins a new session. */
  async #isSame(current: AbortSignal): Promise<boolean> {
    const { plotting } = this.#deps;
    if (!this.#isGreeted) {
      await this.#greet(current);
      return false;
    }
    if (await plotting.isSame()) return !current.aborted;
    await this.#beginAgain(plotting.isHoming ? 'homing-unfinished' : 'board-restarted', current);
    return false;
  }

  #endInDoubt(reason: PlainLinkReason): string[] {
    return this.#deps.end({
      sent: (command) => ({ kind: 'timeout', reason: { code: 'unanswered', command } }),
      unsent: { kind: 'not-ready', reason: { code: 'resynchronising', because: reason } },
    });
  }

  #logDefect(error: unknown): void {
    if (!(error instanceof NoReply)) this.#deps.log.error({ err: error }, 'the EBB driver failed');
  }
}
