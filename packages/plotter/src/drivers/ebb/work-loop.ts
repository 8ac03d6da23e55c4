import type { Clock } from '@stationery/core';
import type { CommandQueue } from '../kernel/queue.ts';
import type { Session } from '../kernel/session.ts';
import type { EbbCommand } from './ebb-language.ts';
import type { Plotting, Trouble } from './plotting.ts';
import { NoReply } from './protocol/board-line.ts';

export interface WorkLoopParts {
  clock: Clock;
  port: Session;
  queue: CommandQueue<EbbCommand>;
  plotting: Plotting;
  /** Motors are switched off after so long without a command; 0 never. */
  motorsOffAfterMs: number;
  /** Runs the work, and resynchronises the board where that fails. */
  guarded: (current: AbortSignal, work: () => Promise<void>) => Promise<void>;
  beginAgain: (trouble: Trouble, current: AbortSignal) => Promise<void>;
}

/** How often a board at rest is asked whether its button was pressed, and whether it is still the same. */
const idleCheckMs = 1000;

/** Gives the board what is queued, and looks at a board at rest from time to time. */
export class WorkLoop {
  readonly #parts: WorkLoopParts;
  /** Aborted by what makes all that is under way void: an opening, a loss, a stop. */
  #current = new AbortController();
  #isBusy = false;
  #cancelIdle: () => void = () => undefined;
  #idleSinceMs = 0;

  constructor(parts: WorkLoopParts) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Ends all that is under way. The signal is aborted by the next call. */
  interrupt(): AbortSignal {
    this.#cancelIdle();
    this.#current.abort(new NoReply('ended', 'another stretch of time began'));
    this.#current = new AbortController();
    this.#parts.plotting.interrupt();
    this.#isBusy = true;
    return this.#current.signal;
  }

  wake(): void {
    const { clock, port, guarded } = this.#parts;
    if (this.#isBusy || !['ready', 'busy'].includes(port.state.state)) return;
    this.#isBusy = true;
    this.#cancelIdle();
    const { signal: current } = this.#current;
    // Whatever else is begun in this turn is planned together with it.
    this.#cancelIdle = clock.after(0, () => void guarded(current, () => this.#work(current)));
  }

  /** Nothing is under way: what is queued is begun. */
  ready(): void {
    const { clock, port } = this.#parts;
    this.#isBusy = false;
    this.#idleSinceMs = clock.nowMs();
    port.become({ state: 'ready' });
    this.#goOn();
  }

  #goOn(): void {
    if (!this.#parts.queue.isEmpty) this.wake();
    else this.#checkLater();
  }

  async #work(current: AbortSignal): Promise<void> {
    const { port, queue, plotting, beginAgain } = this.#parts;
    const goesOn = () => !current.aborted;
    while (goesOn() && !queue.isEmpty) {
      const command = queue.oldest?.command;
      const { state } = port;
      if (command !== undefined && (state.state !== 'busy' || state.command !== command))
        port.become({ state: 'busy', command });
      const trouble = await plotting.step(goesOn);
      if (!goesOn()) return;
      if (trouble === undefined) continue;
      await beginAgain(trouble, current);
      return;
    }
    if (goesOn()) this.ready();
  }

  #checkLater(): void {
    const { clock, guarded } = this.#parts;
    const { signal: current } = this.#current;
    this.#cancelIdle = clock.after(idleCheckMs, () => {
      if (current.aborted || this.#isBusy) return;
      this.#isBusy = true;
      void guarded(current, () => this.#check(current));
    });
  }

  async #check(current: AbortSignal): Promise<void> {
    const { clock, plotting, motorsOffAfterMs, beginAgain } = this.#parts;
    const isLong = motorsOffAfterMs > 0 && clock.nowMs() - this.#idleSinceMs >= motorsOffAfterMs;
    if (isLong) await plotting.switchMotorsOff();
    const trouble = await plotting.look();
    if (current.aborted) return;
    if (trouble !== undefined) {
      await beginAgain(trouble, current);
      return;
    }
    this.#isBusy = false;
    this.#goOn();
  }
}
