import type { Effect } from '../drivers/language/effect.ts';
import type { Area, Point } from '../drivers/language/geometry.ts';
import { intersection, relativeTo } from './area.ts';

const origin: Point = { x: 0, y: 0 };

/** `ZERO` moves the origin. The limits of the profile are relative to the start position. */
export class ReachTracker {
  /** Relative to the start position; null if unknown. */
  #origin: Point | null = origin;
  /** Limits reported by the firmware, relative to the current origin. */
  #reported: Area | undefined;

  /** Returns the area within the limits. Null if there are none or their position is unknown. */
  within(limits: Area | null): Area | null {
    if (limits === null) return null;
    const own = this.#origin === null ? undefined : relativeTo(limits, this.#origin);
    // If the limits of the profile and of the board do not overlap, use those of the profile, which the user set.
    const both =
      own === undefined || this.#reported === undefined ? undefined : intersection(own, this.#reported);
    return both ?? own ?? this.#reported ?? null;
  }

  /** `position`: before the command. */
  executed({ origin: change }: Effect, position: Point | null): void {
    if (change === 'restart') this.restarted();
    if (change !== 'here') return;
    if (position === null) {
      this.#unknown();
      return;
    }
    if (this.#origin !== null) {
      this.#origin = { x: this.#origin.x + position.x, y: this.#origin.y + position.y };
    }
    if (this.#reported !== undefined) this.#reported = relativeTo(this.#reported, position);
  }

  unanswered({ origin: change }: Effect): void {
    if (change === 'here') this.#unknown();
  }

  /** Relative to the current origin. */
  reported(limits: Area): void {
    this.#reported = limits;
  }

  /** Relative to the current origin. */
  measuredFrom({ x, y }: Point): void {
    this.#origin = { x: 0 - x, y: 0 - y };
  }

  /** Called when the board starts. Its position becomes the origin and the reference of the limits. */
  restarted(): void {
    this.#origin = origin;
    this.#reported = undefined;
  }

  /** Called when the port was lost. The board may have restarted meanwhile. */
  lost(): void {
    this.#reported = undefined;
    if (this.#origin?.x !== 0 || this.#origin.y !== 0) this.#origin = null;
  }

  #unknown(): void {
    this.#origin = null;
    this.#reported = undefined;
  }
}
