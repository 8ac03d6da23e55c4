import type { Clock } from '@stationery/core';

/** Longest time that a command may wait for room in the board's queue, because a stop has to wait behind it. */
const maxBlockMs = 25;
const wakeBeforeMs = 15;
/** Motion to send ahead if the board's queue has room. */
const aheadMs = 300;
/** A board that finishes this much early does not move in real time. */
const muchEarlierMs = 60;

export class MotionClock {
  readonly #clock: Clock;
  #ends: number[] = [];
  #isTrusted = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Time until all motions end; 0 if unknown. */
  get leftMs(): number {
    return this.#isTrusted ? this.maxMs : 0;
  }

  /** Upper bound of the time until all motions end, even if the board does not move in real time. */
  get maxMs(): number {
    return Math.max(0, (this.#ends.at(-1) ?? 0) - this.#clock.nowMs());
  }

  add(durationMs: number): void {
    const nowMs = this.#clock.nowMs();
    this.#ends.push(Math.max(nowMs, this.#ends.at(-1) ?? 0) + durationMs);
    if (this.#ends.length > 64) this.#forgetPast();
  }

  clear(): void {
    this.#ends = [];
  }

  /** Motions that end much earlier than calculated, as on a fast simulator, make later estimates useless. */
  ended(): void {
    if (this.maxMs > muchEarlierMs) this.#isTrusted = false;
    this.#ends = [];
  }

  /** Called when a different board may be connected. */
  restart(): void {
    this.#ends = [];
    this.#isTrusted = true;
  }

  /** `depth`: motions that the board queues besides the running one. */
  waitMs(depth: number): number {
    this.#forgetPast();
    if (!this.#isTrusted) return 0;
    const nowMs = this.#clock.nowMs();
    const { length } = this.#ends;
    if (length >= 2 && this.leftMs > aheadMs + maxBlockMs) {
      const untilLastMs = this.#ends[length - 2]! - nowMs;
      // Keep two motions in the board: the running one and the next.
      const waitMs = Math.min(this.leftMs - aheadMs, untilLastMs - wakeBeforeMs);
      if (waitMs > maxBlockMs) return waitMs;
    }
    if (length <= depth) return 0;
    const untilRoomMs = this.#ends[length - 1 - depth]! - nowMs;
    return untilRoomMs > maxBlockMs ? untilRoomMs - wakeBeforeMs : 0;
  }

  #forgetPast(): void {
    const nowMs = this.#clock.nowMs();
    this.#ends = this.#ends.filter((endMs) => endMs > nowMs);
  }
}
