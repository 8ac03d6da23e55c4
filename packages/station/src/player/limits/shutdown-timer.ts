import type { Clock } from '@stationery/core';
import type { ShutdownTimes } from '../player-settings.ts';
import { localTime, type WallTime } from './limits.ts';

interface ShutdownTimerDeps {
  times: () => ShutdownTimes;
  /** Whether it plays or receives a file. */
  isBusy: () => boolean;
  shutDown: () => void;
  clock: Clock;
  time: WallTime;
}

const tickMs = 10_000;

/** Shuts the machine down after some minutes without use, or at a time of the day. */
export class ShutdownTimer {
  readonly #deps: ShutdownTimerDeps;
  #usedMs: number;
  /**
   * Trusted time at the last tick. A machine that started within this minute, or whose clock was just set, stays on.
   */
  #before: string | undefined;
  #cancel: (() => void) | undefined;

  constructor(deps: ShutdownTimerDeps) {
    this.#deps = deps;
    this.#usedMs = deps.clock.nowMs();
    this.update();
  }

  used(): void {
    this.#usedMs = this.#deps.clock.nowMs();
  }

  /** Call when the times have changed. */
  update(): void {
    this.close();
    this.used();
    const { shutdown_idle, shutdown_at } = this.#deps.times();
    if ((shutdown_idle ?? shutdown_at) === null) return;
    this.#before = this.#now();
    this.#cancel = this.#deps.clock.every(tickMs, () => this.#tick());
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #tick(): void {
    const { clock, isBusy, shutDown, times } = this.#deps;
    const { shutdown_idle, shutdown_at } = times();
    if (isBusy()) this.used();
    const isIdle = shutdown_idle !== null && clock.nowMs() - this.#usedMs >= shutdown_idle * 60_000;
    const now = this.#now();
    const isTime = now === shutdown_at && this.#before !== undefined && this.#before !== now;
    this.#before = now;
    if (!isIdle && !isTime) return;
    // A refused shutdown is tried again after the same time.
    this.used();
    shutDown();
  }

  #now(): string | undefined {
    const { time } = this.#deps;
    return time.isTrusted() ? localTime(time.nowMs()) : undefined;
  }
}
