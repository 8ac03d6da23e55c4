import type { Clock } from '@stationery/core';
import type { GrblTimes } from '../grbl-parts.ts';
import { isMoving, type StatusReport } from '../machine/status-report.ts';
import type { Conversation } from './conversation.ts';

export interface PollingParts {
  clock: Clock;
  times: GrblTimes;
  conversation: Conversation;
  /** Whether lines can be sent to the machine. */
  isReady: () => boolean;
  isHeld: () => boolean;
  ask: () => void;
  /** Called when the machine does not answer. */
  onSilence: () => void;
  /** Called when the machine is at rest but owes a reply. */
  onLoss: () => void;
}

/** Polls the machine: often while it is busy or waits for the user. Detects a machine that does not answer. */
export class Polling {
  readonly #parts: PollingParts;
  #heardMs = 0;
  /** Time of the last answer, or of the last time none was due. */
  #progressMs = 0;
  #isIdle = true;
  #cancelPoll: () => void = () => undefined;
  #cancelSoon: () => void = () => undefined;

  constructor(parts: PollingParts) {
    this.#parts = parts;
  }

  /** The next report is requested although nothing is in flight. */
  get isIdle(): boolean {
    return this.#isIdle;
  }

  heard(): void {
    this.#heardMs = this.#parts.clock.nowMs();
  }

  answered(): void {
    this.#progressMs = this.#parts.clock.nowMs();
  }

  /** Starts polling. */
  watch(): void {
    this.#cancelPoll();
    this.#isIdle = this.#parts.conversation.isEmpty;
    this.heard();
    this.answered();
    this.#pollAfter(this.#parts.times.pollMs);
  }

  /** Called when a command may have begun. */
  changed(): void {
    if (this.#isIdle && !this.#parts.conversation.isEmpty) this.watch();
  }

  /** Requests a report soon (debounced) for the oldest command. */
  soon(): void {
    const { clock, times, conversation, isReady, ask } = this.#parts;
    this.#cancelSoon();
    this.#cancelSoon = clock.after(times.drainMs, () => {
      if (!isReady()) return;
      if (conversation.wantsReport) ask();
      else conversation.drain();
    });
  }

  /** A machine at rest that owes a reply has lost it. */
  reported(report: StatusReport): void {
    const { clock, times, conversation, onLoss } = this.#parts;
    const isBusy = isMoving(report) || report.state === 'Hold' || report.state === 'Door';
    if (!conversation.isOwed || isBusy) {
      this.answered();
      return;
    }
    const { dwellMs, timeoutMs } = conversation.oldest;
    if (clock.nowMs() - this.#progressMs >= dwellMs + Math.min(times.graceMs, timeoutMs)) onLoss();
  }

  end(): void {
    this.#cancelPoll();
    this.#cancelSoon();
  }

  #pollAfter(ms: number): void {
    this.#cancelPoll = this.#parts.clock.after(ms, () => this.#poll());
  }

  #poll(): void {
    const { clock, times, conversation, isReady, isHeld, ask, onSilence } = this.#parts;
    if (!isReady()) return;
    const silentMs = conversation.oldest.isHoming ? times.homingMs : times.silentMs;
    if (clock.nowMs() - this.#heardMs >= silentMs) {
      onSilence();
      return;
    }
    this.#isIdle = conversation.isEmpty;
    ask();
    this.#pollAfter(!this.#isIdle || isHeld() ? times.pollMs : times.idlePollMs);
  }
}
