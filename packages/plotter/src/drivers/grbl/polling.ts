import type { Clock } from '@stationery/core';
import type { SentLines } from '../kernel/ledger.ts';
import type { GrblTimes } from './grbl-times.ts';
import { isMoving, type StatusReport } from './machine/status-report.ts';

interface PollingDeps {
  clock: Clock;
  times: GrblTimes;
  lines: SentLines;
  isEmpty: () => boolean;
  isReady: () => boolean;
  isHeld: () => boolean;
  ask: () => void;
  onSilence: () => void;
  /** Called when a machine at rest still owes an answer. */
  onLoss: () => void;
}

/** Polls the machine and notices missing answers. */
export class Polling {
  readonly #deps: PollingDeps;
  #heardMs = 0;
  /** When a line was last answered, or a report last showed that no answer was due. */
  #progressMs = 0;
  #isIdle = true;
  #cancelPoll: () => void = () => undefined;
  #cancelSoon: () => void = () => undefined;

  constructor(deps: PollingDeps) {
    this.#deps = deps;
  }

  get isIdle(): boolean {
    return this.#isIdle;
  }

  heard(): void {
    this.#heardMs = this.#deps.clock.nowMs();
  }

  answered(): void {
    this.#progressMs = this.#deps.clock.nowMs();
  }

  watch(): void {
    this.#cancelPoll();
    this.#isIdle = this.#deps.isEmpty();
    this.heard();
    this.answered();
    this.#pollAfter(this.#deps.times.pollMs);
  }

  changed(): void {
    if (this.#isIdle && !this.#deps.isEmpty()) this.watch();
  }

  /** Asks after a short delay. Each call restarts the delay. */
  soon(): void {
    const { clock, times, isReady, ask } = this.#deps;
    this.#cancelSoon();
    this.#cancelSoon = clock.after(times.drainMs, () => {
      if (isReady()) ask();
    });
  }

  /** Reports a loss if a machine at rest has owed a reply for too long. */
  reported(report: StatusReport): void {
    const { clock, times, lines, onLoss } = this.#deps;
    const isBusy = isMoving(report) || report.state === 'Hold' || report.state === 'Door';
    if (lines.oldest === undefined || isBusy) {
      this.answered();
      return;
    }
    const { step, task } = lines.oldest;
    const { dwellMs = 0 } = step;
    const { timeoutMs = Number.POSITIVE_INFINITY } = task ?? {};
    if (clock.nowMs() - this.#progressMs >= dwellMs + Math.min(times.graceMs, timeoutMs)) onLoss();
  }

  end(): void {
    this.#cancelPoll();
    this.#cancelSoon();
  }

  #pollAfter(ms: number): void {
    this.#cancelPoll = this.#deps.clock.after(ms, () => this.#poll());
  }

  #poll(): void {
    const { clock, times, lines, isEmpty, isReady, isHeld, ask, onSilence } = this.#deps;
    if (!isReady()) return;
    const isHoming = /^\$H/i.test(lines.oldest?.step.text ?? '');
    const silentMs = isHoming ? times.homingMs : times.silentMs;
    if (clock.nowMs() - this.#heardMs >= silentMs) {
      onSilence();
      return;
    }
    this.#isIdle = isEmpty();
    ask();
    this.#pollAfter(!this.#isIdle || isHeld() ? times.pollMs : times.idlePollMs);
  }
}
