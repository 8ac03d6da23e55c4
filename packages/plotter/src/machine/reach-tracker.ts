import type { Effect } from '../drivers/language/effect.ts';
import type { Area, Point } from '../drivers/language/geometry.ts';
import { intersection, relativeTo } from './area.ts';

const origin: Point = { x: 0, y: 0 };
/**
 * Tracks the limits relative to the current origin, which `ZERO` moves. The limits of the profile are
 * relative to the start position.
 */
export class ReachTracker {
  /** Current origin relative to the start position; null if unknown. */
  #origin: Point | null = origin;
  /** Limits reported by the firmware, relative to the current origin. */
  #reported: Area | undefined;

  /** Returns null if there are no limits or their position is unknown. */
  within(limits: Area | null): Area | null {
    if (limits === null) return null;
    const own = this.#origin === null ? undefined : relativeTo(limits, this.#origin);
    // If the limits of the profile and of the board do not overlap, use those of the profile, which the user set.
    const both =
      own === undefined || this.#reported === undefined ? undefined : intersection(own, this.#reported);
    return both ?? own ?? this.#reported ?? null;
  }

  /** Called when a command was executed. `position`: pen position before the command. */
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

  /** Called when the machine reported its limits, relative to the current origin. */
  reported(limits: Area): void {
    this.#reported = limits;
  }

  /** Sets the reference point of the limits, relative to the current origin. */
  measuredFrom({ x, y }: Point): void {
    this.#origin = { x: 0 - x, y: 0 - y };
  }

  /** Handles a start of the board: its position becomes the origin and the reference of the limits. */
  restarted(): void {
    this.#origin = origin;
    this.#reported = undefined;
  }

  /** Called when the port was lost; the board may have restarted meanwhile. */
  lost(): void {
    this.#reported = undefined;
    if (this.#origin?.x !== 0 || this.#origin.y !== 0) this.#origin = null;
  }

  #unknown(): void {
    this.#origin = null;
    this.#reported = undefined;
  }
}
