import type { Clock } from '@stationery/core';

/** `setTimeout` fires at once for longer delays. */
const maxAlarmMs = 2 ** 31 - 1;

/** A motion whose duration is known when it begins. */
export interface Motion {
  /** `atMs` may be slightly in the past: timers fire late, but the machine does not wait for them. */
  begin(atMs: number): Progress;
}

/** Times are machine time in milliseconds from the beginning. */
export interface Progress {
  readonly durationMs: number;
  /** Called when the motion has ended or was halted, this long after it began. */
  end(elapsedMs: number): void;
}

interface Running {
  motion: Motion;
  progress: Progress;
  /** Clock time. Each motion begins when the previous one ended, however late the timer fired. */
  beganAtMs: number;
  cancel: () => void;
}

/** While a motion waits for room, the board reads no further command. */
export class MotionQueue {
  readonly #clock: Clock;
  /** Clock milliseconds per machine millisecond; 0 for immediate moves. */
  readonly slowness: number;
  depth = 1;
  #running: Running | undefined;
  #waiting: Motion[] = [];
  #blocked: { motion: Motion | undefined; onTaken: () => void } | undefined;
  #advancing = false;
  /** Clock time at which the last motion ended, or the next one arrived. */
  #freeAtMs = 0;
  #busyMs = 0;

  constructor(clock: Clock, speedFactor: number) {
    this.#clock = clock;
    this.slowness = speedFactor > 0 ? 1 / speedFactor : 0;
  }

  get running(): Motion | undefined {
    return this.#running?.motion;
  }

  get waiting(): readonly Motion[] {
    return this.#waiting;
  }

  get busyMs(): number {
    return this.#busyMs + (this.#running === undefined ? 0 : this.elapsedMs);
  }

  get elapsedMs(): number {
    const running = this.#running;
    if (running === undefined) return 0;
    const elapsedMs = (this.#clock.nowMs() - running.beganAtMs) / this.slowness;
    return Math.min(Math.max(elapsedMs, 0), running.progress.durationMs);
  }

  /** `onTaken` runs when the motion has entered the queue. Offer nothing else until then. */
  offer(motion: Motion, onTaken: () => void): void {
    if (this.#waiting.length >= this.depth) {
      this.#blocked = { motion, onTaken };
      return;
    }
    this.#waiting.push(motion);
    this.#advance(this.#clock.nowMs());
    onTaken();
  }

  /** `onDone` runs when the queue is empty and has its new depth. */
  setDepth(depth: number, onDone: () => void): void {
    const change = () => {
      this.depth = depth;
      onDone();
    };
    if (this.#running === undefined && this.#waiting.length === 0) change();
    else this.#blocked = { motion: undefined, onTaken: change };
  }

  halt(): void {
    this.#waiting = [];
    this.#blocked = undefined;
    const running = this.#running;
    if (running === undefined) return;
    const { elapsedMs } = this;
    running.cancel();
    this.#running = undefined;
    this.#busyMs += elapsedMs;
    running.progress.end(elapsedMs);
  }

  /** Motions that have no duration or are already over end inside the loop. */
  #advance(fromMs: number): void {
    this.#freeAtMs = fromMs;
    if (this.#advancing) return;
    this.#advancing = true;
    while (this.#running === undefined) {
      const motion = this.#waiting.shift();
      if (motion === undefined) break;
      this.#begin(motion, this.#freeAtMs);
    }
    this.#advancing = false;
    const blocked = this.#blocked;
    if (blocked === undefined) return;
    const isFree =
      blocked.motion === undefined ? this.#running === undefined : this.#waiting.length < this.depth;
    if (!isFree) return;
    this.#blocked = undefined;
    if (blocked.motion !== undefined) this.#waiting.push(blocked.motion);
    if (this.#running === undefined) this.#advance(this.#freeAtMs);
    blocked.onTaken();
  }

  #begin(motion: Motion, fromMs: number): void {
    const progress = motion.begin(fromMs);
    const lastsMs = progress.durationMs * this.slowness;
    if (!(lastsMs > 0)) {
      this.#busyMs += progress.durationMs;
      progress.end(progress.durationMs);
      return;
    }
    const running: Running = { motion, progress, beganAtMs: fromMs, cancel: () => undefined };
    const wait = (): void => {
      const leftMs = fromMs + lastsMs - this.#clock.nowMs();
      if (leftMs > 0) running.cancel = this.#clock.after(Math.min(leftMs, maxAlarmMs), wait);
      else this.#finish(running, fromMs + lastsMs);
    };
    this.#running = running;
    wait();
  }

  #finish(running: Running, atMs: number): void {
    this.#running = undefined;
    this.#busyMs += running.progress.durationMs;
    running.progress.end(running.progress.durationMs);
    this.#advance(atMs);
  }
}
