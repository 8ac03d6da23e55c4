import type { Clock } from '@stationery/core';

/** `setTimeout` rings at once when asked for more. */
const longestAlarmMs = 2 ** 31 - 1;

/** What goes through the queue: it begins when its turn has come, and lasts as long as it says then. */
export interface Motion {
  /** At this time of the clock, which may be a little ago: an alarm rings late, but the machine does not wait for it. */
  begin(atMs: number): Progress;
}

/** A motion under way. Times are those of the machine, in milliseconds from its beginning. */
export interface Progress {
  readonly durationMs: number;
  /** It is over, or halted after this time. */
  end(elapsedMs: number): void;
}

interface Running {
  motion: Motion;
  progress: Progress;
  /** On the clock. Each begins when the one before ended, however late the alarm rang. */
  beganAtMs: number;
  cancel: () => void;
}

/**
 * One motion under way, a few that wait, and at most one that found no room: the board reads no further command until
 * there is some.
 */
export class MotionQueue {
  readonly #clock: Clock;
  readonly #slowness: number;
  #depth = 1;
  #running: Running | undefined;
  #waiting: Motion[] = [];
  #blocked: { motion: Motion | undefined; onTaken: () => void } | undefined;
  #advancing = false;
  /** When the last motion ended, or the next one came. */
  #freeAtMs = 0;
  #busyMs = 0;

  constructor(clock: Clock, speedFactor: number) {
    this.#clock = clock;
    this.#slowness = speedFactor > 0 ? 1 / speedFactor : 0;
  }

  /** Milliseconds of the clock to one of the machine; 0 where everything is done at once. */
  get slowness(): number {
    return this.#slowness;
  }

  get running(): Motion | undefined {
    return this.#running?.motion;
  }

  get waiting(): readonly Motion[] {
    return this.#waiting;
  }

  get depth(): number {
    return this.#depth;
  }

  /** The time that motions took, in that of the machine. */
  get busyMs(): number {
    return this.#busyMs + (this.#running === undefined ? 0 : this.elapsedMs);
  }

  /** How long the motion under way has lasted, in the machine's time. */
  get elapsedMs(): number {
    const running = this.#running;
    if (running === undefined) return 0;
    const elapsedMs = (this.#clock.nowMs() - running.beganAtMs) / this.#slowness;
    return Math.min(Math.max(elapsedMs, 0), running.progress.durationMs);
  }

  /** Calls back when the motion has its place. Until then nothing else may be offered. */
  offer(motion: Motion, onTaken: () => void): void {
    if (this.#waiting.length >= this.#depth) {
      this.#blocked = { motion, onTaken };
      return;
    }
    this.#waiting.push(motion);
    this.#advance(this.#clock.nowMs());
    onTaken();
  }

  /** Calls back when nothing moves and nothing waits, and the queue has its new depth. */
  setDepth(depth: number, onDone: () => void): void {
    const change = () => {
      this.#depth = depth;
      onDone();
    };
    if (this.#running === undefined && this.#waiting.length === 0) change();
    else this.#blocked = { motion: undefined, onTaken: change };
  }

  /** Ends the motion under way where it is, and forgets the others. */
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

  /** Begins what waits, from this moment on. What takes no time, or should be over already, ends inside the loop. */
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
      blocked.motion === undefined ? this.#running === undefined : this.#waiting.length < this.#depth;
    if (!isFree) return;
    this.#blocked = undefined;
    if (blocked.motion !== undefined) this.#waiting.push(blocked.motion);
    if (this.#running === undefined) this.#advance(this.#freeAtMs);
    blocked.onTaken();
  }

  #begin(motion: Motion, fromMs: number): void {
    const progress = motion.begin(fromMs);
    const lastsMs = progress.durationMs * this.#slowness;
    if (!(lastsMs > 0)) {
      this.#busyMs += progress.durationMs;
      progress.end(progress.durationMs);
      return;
    }
    const running: Running = { motion, progress, beganAtMs: fromMs, cancel: () => undefined };
    const wait = (): void => {
      const leftMs = fromMs + lastsMs - this.#clock.nowMs();
      if (leftMs > 0) running.cancel = this.#clock.after(Math.min(leftMs, longestAlarmMs), wait);
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
