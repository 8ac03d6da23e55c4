import type { Clock } from '@stationery/core';
import type { Place } from './player.ts';

/** Estimates the position between two reports of the player. */
export class PlayClock {
  readonly #clock: Clock;
  readonly #maxAheadMs: number;
  #positionMs = 0;
  #durationMs: number | undefined;
  /** Start of the running interval; undefined while paused. */
  #sinceMs: number | undefined;

  /** Stops counting `maxAheadMs` after the last report, because the player may hang. */
  constructor(clock: Clock, maxAheadMs = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#maxAheadMs = maxAheadMs;
  }

  reset(positionMs: number): void {
    this.#positionMs = positionMs;
    this.#durationMs = undefined;
    this.#sinceMs = undefined;
  }

  report(place: Place): void {
    this.#positionMs = place.positionMs;
    this.#durationMs = place.durationMs ?? this.#durationMs;
    if (this.#sinceMs !== undefined) this.#sinceMs = this.#clock.nowMs();
  }

  setRunning(isRunning: boolean): void {
    if (isRunning === (this.#sinceMs !== undefined)) return;
    this.#positionMs = this.now().positionMs;
    this.#sinceMs = isRunning ? this.#clock.nowMs() : undefined;
  }

  now(): Place {
    const passedMs = this.#sinceMs === undefined ? 0 : this.#clock.nowMs() - this.#sinceMs;
    const runMs = Math.min(passedMs, this.#maxAheadMs);
    const positionMs = Math.round(this.#positionMs + runMs);
    const durationMs = this.#durationMs;
    return {
      positionMs: durationMs === undefined ? positionMs : Math.min(positionMs, durationMs),
      durationMs,
    };
  }
}
