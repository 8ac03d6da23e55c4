import type { Clock } from '@stationery/core';

export interface ResyncTimes {
  /** How late an owed reply may be before a barrier is sent. */
  graceMs: number;
  /**
   * Minimum wait before reopening the port. A slow board is not dead: a long move delays everything, and opening the
   * port resets many boards in the middle of it.
   */
  resyncTimeoutMs: number;
  /** Maximum wait for a board that does not answer. */
  maxResyncTimeoutMs: number;
}

export interface Doubt {
  isOurFirmware: boolean;
  /** Replies owed to commands, without barriers. */
  owed: number;
  barrierOwed: boolean;
  /** The longest timeout of the commands whose replies are owed. */
  slowestMs: number;
}

interface ResyncDeps {
  clock: Clock;
  times: ResyncTimes;
  /** Returns, for firmware without a barrier, the required silence and the maximum wait for it. */
  quiet: () => { quietMs: number; maxMs: number };
  sendBarrier(): void;
  /** No later line can be the reply to an older command. */
  synced(): void;
  reopen(isOtherFirmware: boolean): void;
}

/** Failed barriers (garbled lines) after which the firmware counts as not ours. */
const barrierTries = 3;
/** Maximum wait. It doubles with each reopening, because each barrier takes a line of the device's buffer. */
const maxRoundsMs = 600_000;

export class Resync {
  readonly #deps: ResyncDeps;
  #phase: 'rest' | 'owed' | 'barrier' | 'quiet' = 'rest';
  #cancelTimer: () => void = () => {};
  #sinceMs = 0;
  #resyncTimeoutMs = 0;
  #barriers = 0;
  #rounds = 0;
  #wasMisunderstood = false;

  constructor(deps: ResyncDeps) {
    this.#deps = deps;
  }

  /** Call whenever the line is in doubt. */
  attend({ isOurFirmware, owed, barrierOwed, slowestMs }: Doubt): void {
    const { times } = this.#deps;
    const quiet = this.#deps.quiet();
    if (this.#phase === 'barrier' && barrierOwed) return;
    if (this.#phase === 'barrier') this.#enter('rest');
    if (this.#phase !== 'owed' || owed === 0) {
      const resyncTimeoutMs = Math.min(Math.max(times.resyncTimeoutMs, slowestMs), times.maxResyncTimeoutMs);
      this.#resyncTimeoutMs = Math.min(
        resyncTimeoutMs * 2 ** this.#rounds,
        Math.max(resyncTimeoutMs, maxRoundsMs),
      );
    }
    if (owed > 0) {
      if (this.#phase === 'owed') return;
      this.#enter('owed');
      if (isOurFirmware) this.#after(times.graceMs, () => this.#sendBarrier());
      else this.#after(this.#resyncTimeoutMs, () => this.#reopen(false));
    } else if (isOurFirmware) {
      this.#barriers = 0;
      this.#sendBarrier();
    } else if (this.#phase !== 'quiet') {
      this.#enter('quiet');
      this.#after(quiet.quietMs, () => this.#agreed());
    }
  }

  heardStray(): void {
    const { clock } = this.#deps;
    const quiet = this.#deps.quiet();
    this.#wasMisunderstood = true;
    if (this.#phase !== 'quiet') return;
    const leftMs = this.#sinceMs + quiet.maxMs - clock.nowMs();
    if (leftMs > quiet.quietMs) this.#after(quiet.quietMs, () => this.#agreed());
    else this.#after(leftMs, () => this.#reopen(false));
  }

  /** The board is working, so the barrier may take longer. */
  heardProgress(): void {
    if (this.#phase === 'barrier') this.#sinceMs = this.#deps.clock.nowMs();
  }

  barrierAnswered(): void {
    this.#agreed();
  }

  rest(): void {
    this.#enter('rest');
    this.#barriers = 0;
    this.#rounds = 0;
  }

  /** Called when the port is reopened. Keeps the count of attempts. */
  pause(): void {
    this.#enter('rest');
  }

  #agreed(): void {
    this.rest();
    this.#deps.synced();
  }

  #sendBarrier(): void {
    this.#enter('barrier');
    this.#barriers++;
    this.#wasMisunderstood = false;
    this.#after(Math.min(this.#deps.times.graceMs, this.#resyncTimeoutMs), () => this.#lookAtBarrier());
    this.#deps.sendBarrier();
  }

  #lookAtBarrier(): void {
    const { clock, times } = this.#deps;
    const leftMs = this.#sinceMs + this.#resyncTimeoutMs - clock.nowMs();
    if (this.#wasMisunderstood && this.#barriers >= barrierTries) this.#reopen(true);
    else if (this.#wasMisunderstood) this.#sendBarrier();
    else if (leftMs < 1) this.#reopen(false);
    else this.#after(Math.min(times.graceMs, leftMs), () => this.#lookAtBarrier());
  }

  #reopen(isOtherFirmware: boolean): void {
    this.#enter('rest');
    this.#barriers = 0;
    this.#rounds++;
    this.#deps.reopen(isOtherFirmware);
  }

  #enter(phase: 'rest' | 'owed' | 'barrier' | 'quiet'): void {
    this.#cancelTimer();
    this.#phase = phase;
    this.#sinceMs = this.#deps.clock.nowMs();
  }

  #after(delayMs: number, run: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#deps.clock.after(delayMs, run);
  }
}
