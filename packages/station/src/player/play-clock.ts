import type { Clock } from '@stationery/core';
import type { Place } from './player.ts';

/** Where a track is between two reports of the player. */
export class PlayClock {
  readonly #clock: Clock;
  readonly #mostAheadMs: number;
  #positionMs = 0;
  #durationMs: number | undefined;
  /** Since when it has been running; undefined while it stands still. */
  #sinceMs: number | undefined;

  /** `mostAheadMs`: a player that did not report for longer may hang, so that the time stands still. */
  constructor(clock: Clock, mostAheadMs = Number.POSITIVE_INFINITY) {
    this.#clock = clock;
    this.#mostAheadMs = mostAheadMs;
  }

  /** Another track, which does not run yet. */
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
    const runMs = Math.min(passedMs, this.#mostAheadMs);
    const positionMs = Math.round(this.#positionMs + runMs);
    const durationMs = this.#durationMs;
    return {
      positionMs: durationMs === undefined ? positionMs : Math.min(positionMs, durationMs),
      durationMs,
    };
  }
}
