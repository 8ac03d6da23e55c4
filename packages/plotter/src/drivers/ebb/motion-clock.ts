import type { Clock } from '@stationery/core';

/** A command that waits for room in the board's queue is not to hold up a stop for longer. */
const longestBlockMs = 25;
const wakeBeforeMs = 15;
/** As much motion as the board is given ahead, where its queue has room for more. */
const aheadMs = 300;
/** A board that has ended so much earlier than it should does not move in our time. */
const muchEarlierMs = 60;

/** When the motions that the board was given will be over, as far as the host knows. */
export class MotionClock {
  readonly #clock: Clock;
  #ends: number[] = [];
  #isTrusted = true;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time until all of them are over, 0 if unknown. */
  get leftMs(): number {
    return this.#isTrusted ? this.longestMs : 0;
  }

  /** No board takes longer for them. */
  get longestMs(): number {
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

  /** The board has nothing more to do. A simulator may be faster than any machine: then it is not waited for. */
  ended(): void {
    if (this.longestMs > muchEarlierMs) this.#isTrusted = false;
    this.#ends = [];
  }

  /** Another board may be there. */
  restart(): void {
    this.#ends = [];
    this.#isTrusted = true;
  }

  /** How long to wait before the next one is sent to a board that holds `depth` behind the one under way. */
  waitMs(depth: number): number {
    this.#forgetPast();
    if (!this.#isTrusted) return 0;
    const nowMs = this.#clock.nowMs();
    const { length } = this.#ends;
    if (length >= 2 && this.leftMs > aheadMs + longestBlockMs) {
      const untilLastMs = this.#ends[length - 2]! - nowMs;
      // Two are always there: the one under way and one behind it.
      const waitMs = Math.min(this.leftMs - aheadMs, untilLastMs - wakeBeforeMs);
      if (waitMs > longestBlockMs) return waitMs;
    }
    if (length <= depth) return 0;
    const untilRoomMs = this.#ends[length - 1 - depth]! - nowMs;
    return untilRoomMs > longestBlockMs ? untilRoomMs - wakeBeforeMs : 0;
  }

  #forgetPast(): void {
    const nowMs = this.#clock.nowMs();
    this.#ends = this.#ends.filter((endMs) => endMs > nowMs);
  }
}
