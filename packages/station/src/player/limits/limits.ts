import type { PlayerReason } from '@stationery/contract';
import type { Clock, Logger, StoredValue } from '@stationery/core';
import type { Listened, ListenedTable } from '../../store/listened-table.ts';
import type { StoredLimits, TimeLimits } from '../player-settings.ts';

/** The time of day, which a machine without a battery may not know. */
export interface WallTime {
  nowMs(): number;
  isTrusted(): boolean;
}

interface LimitsDeps {
  stored: StoredValue<StoredLimits>;
  table: ListenedTable;
  clock: Clock;
  time: WallTime;
  log: Logger;
  onChange: (reason: PlayerReason | undefined) => void;
}

const tickMs = 10_000;
const saveEveryMs = 60_000;
const dayMs = 86_400_000;

/**
 * Limits playback to times and minutes of the day. While the time is not trusted, quiet hours do not apply, and
 * a day is 24 hours of running time. These hours continue to count after a restart.
 */
export class Limits {
  readonly #deps: LimitsDeps;
  #limits: TimeLimits;
  #listened: Listened = { day: null, usedMs: 0, runMs: 0 };
  #reason: PlayerReason | undefined;
  #isPlaying = false;
  #isTrusted = false;
  #measuredMs: number;
  #savedMs: number;
  #cancel: (() => void) | undefined;

  constructor(deps: LimitsDeps) {
    this.#deps = deps;
    const { quiet = null, minutes_per_day = null } = deps.stored.get();
    this.#limits = { quiet, minutes_per_day };
    this.#measuredMs = this.#savedMs = deps.clock.nowMs();
    if (this.#isOn) this.#start();
  }

  get reason(): PlayerReason | undefined {
    return this.#reason;
  }

  get isClockTrusted(): boolean {
    this.#isTrusted ||= this.#deps.time.isTrusted();
    return this.#isTrusted;
  }

  get minutesUsed(): number {
    this.#measure();
    return Math.floor(this.#listened.usedMs / 60_000);
  }

  read(): TimeLimits {
    return this.#limits;
  }

  change(change: Partial<TimeLimits>): void {
    this.#limits = { ...this.#limits, ...change };
    const { stored } = this.#deps;
    stored.set({ ...stored.get(), ...this.#limits });
    if (this.#isOn && this.#cancel === undefined) this.#start();
    if (!this.#isOn) this.#stop();
    this.#tick();
  }

  resetUsed(): void {
    this.#measure();
    this.#listened = { ...this.#listened, usedMs: 0 };
    this.#save();
    this.#tick();
  }

  playing(isPlaying: boolean): void {
    if (isPlaying === this.#isPlaying) return;
    this.#measure();
    this.#isPlaying = isPlaying;
    if (!isPlaying && this.#cancel !== undefined) this.#save();
  }

  close(): void {
    this.playing(false);
    this.#cancel?.();
  }

  get #isOn(): boolean {
    return this.#limits.quiet !== null || this.#limits.minutes_per_day !== null;
  }

  #start(): void {
    const { table, clock } = this.#deps;
    this.#listened = table.get() ?? this.#listened;
    this.#measuredMs = clock.nowMs();
    this.#cancel = clock.every(tickMs, () => this.#tick());
    this.#tick();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #tick(): void {
    this.#measure();
    const counts = this.#cancel !== undefined && (this.#isPlaying || !this.#isTrusted);
    if (counts && this.#measuredMs - this.#savedMs >= saveEveryMs) this.#save();
    const reason = this.#find();
    if (reason?.code === this.#reason?.code) return;
    this.#reason = reason;
    this.#deps.onChange(reason);
  }

  /** Starts a new day if it has come. */
  #measure(): void {
    const nowMs = this.#deps.clock.nowMs();
    const passedMs = nowMs - this.#measuredMs;
    this.#measuredMs = nowMs;
    if (this.#cancel === undefined) return;
    const { day, usedMs, runMs } = this.#listened;
    const listened = { day, usedMs: usedMs + (this.#isPlaying ? passedMs : 0), runMs: runMs + passedMs };
    const today = this.isClockTrusted ? localDay(this.#deps.time.nowMs()) : day;
    if (this.#isTrusted ? day !== null && day !== today : listened.runMs >= dayMs)
      this.#listened = { day: this.#isTrusted ? today : null, usedMs: 0, runMs: 0 };
    else this.#listened = { ...listened, day: today };
  }

  #find(): PlayerReason | undefined {
    const { quiet, minutes_per_day } = this.#limits;
    if (quiet !== null && this.isClockTrusted && isWithin(quiet, this.#deps.time.nowMs()))
      return { code: 'quiet-hours', until: quiet.to };
    if (minutes_per_day !== null && this.#listened.usedMs >= minutes_per_day * 60_000)
      return { code: 'minutes-used', minutes: minutes_per_day };
    return undefined;
  }

  #save(): void {
    this.#savedMs = this.#measuredMs;
    try {
      this.#deps.table.set(this.#listened);
    } catch (err) {
      // Counting continues in memory if it cannot be saved, for example on a full disk.
      this.#deps.log.warn({ err }, 'listening time not saved');
    }
  }
}

/** Returns the local time, such as `20:00`. */
export function localTime(timeMs: number): string {
  const date = new Date(timeMs);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

function localDay(timeMs: number): string {
  const date = new Date(timeMs);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Whether a time is within a span, which may pass midnight. */
function isWithin({ from, to }: { from: string; to: string }, timeMs: number): boolean {
  const now = localTime(timeMs);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
