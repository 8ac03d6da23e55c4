import type { BatteryState } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { ShutdownRules } from '../player-settings.ts';
import { localTime, type WallTime } from './limits.ts';

interface ShutdownTimerDeps {
  rules: () => ShutdownRules;
  battery: () => BatteryState;
  isBusy: () => boolean;
  shutDown: () => void;
  clock: Clock;
  time: WallTime;
}

const tickMs = 10_000;
/**
 * Time for which the battery must be low. It leaves time to connect a charger after a start, and single wrong
 * readings are ignored.
 */
const lowForMs = 60_000;

export class ShutdownTimer {
  readonly #deps: ShutdownTimerDeps;
  #usedMs = 0;
  #sufficedMs = 0;
  /**
   * Trusted time of day at the last tick. A machine that started within this minute, or whose clock was just
   * set, does not shut down.
   */
  #before: string | undefined;
  #cancel: (() => void) | undefined;

  constructor(deps: ShutdownTimerDeps) {
    this.#deps = deps;
    this.update();
  }

  used(): void {
    this.#usedMs = this.#deps.clock.nowMs();
  }

  update(): void {
    this.close();
    this.#restart();
    const { shutdown_idle, shutdown_at, shutdown_battery } = this.#deps.rules();
    if ((shutdown_idle ?? shutdown_at ?? shutdown_battery) === null) return;
    this.#before = this.#now();
    this.#cancel = this.#deps.clock.every(tickMs, () => this.#tick());
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #restart(): void {
    this.#usedMs = this.#sufficedMs = this.#deps.clock.nowMs();
  }

  #tick(): void {
    const { clock, isBusy, shutDown, rules, battery } = this.#deps;
    const { shutdown_idle, shutdown_at, shutdown_battery } = rules();
    if (isBusy()) this.used();
    const isIdle = shutdown_idle !== null && clock.nowMs() - this.#usedMs >= shutdown_idle * 60_000;
    const now = this.#now();
    const isTime = now === shutdown_at && this.#before !== undefined && this.#before !== now;
    this.#before = now;
    const level = battery();
    const isLow = level.state === 'discharging' && level.percent <= (shutdown_battery ?? -1);
    if (!isLow) this.#sufficedMs = clock.nowMs();
    const isEmpty = clock.nowMs() - this.#sufficedMs >= lowForMs;
    if (!isIdle && !isTime && !isEmpty) return;
    // A refused shutdown is tried again after the same time.
    this.#restart();
    shutDown();
  }

  #now(): string | undefined {
    const { time } = this.#deps;
    return time.isTrusted() ? localTime(time.nowMs()) : undefined;
  }
}
