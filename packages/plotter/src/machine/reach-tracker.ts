import type { Effect } from '../drivers/language/effect.ts';
import type { Area, Point } from '../drivers/language/geometry.ts';
import { intersection, relativeTo } from './area.ts';

const origin: Point = { x: 0, y: 0 };
/**
 * How far the machine reaches from the origin that counts now. The limits of a profile are measured from where the
 * board started; `ZERO` calls another place the origin, and from there they lie elsewhere.
 */
export class ReachTracker {
  /** The origin that counts now, relative to where the board started; null if unknown. */
  #origin: Point | null = origin;
  /** What the firmware itself said, from the origin that counts now. */
  #told: Area | undefined;

  /** Null where there are no limits, or where it is not known where they lie. */
  within(limits: Area | null): Area | null {
    if (limits === null) return null;
    const own = this.#origin === null ? undefined : relativeTo(limits, this.#origin);
    // A profile that has nothing in common with the board describes another machine; its owner is believed.
    const both = own === undefined || this.#told === undefined ? undefined : intersection(own, this.#told);
    return both ?? own ?? this.#told ?? null;
  }

  /** `position`: where the pen was before the command. */
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
    if (this.#told !== undefined) this.#told = relativeTo(this.#told, position);
  }

  unanswered({ origin: change }: Effect): void {
    if (change === 'here') this.#unknown();
  }

  /** What the machine itself said, from the origin that counts now. */
  told(limits: Area): void {
    this.#told = limits;
  }

  /** Where the limits are measured from, relative to the current origin. */
  measuredFrom({ x, y }: Point): void {
    this.#origin = { x: 0 - x, y: 0 - y };
  }

  /** The board started: its origin is where it stands, and the limits are measured from there. */
  restarted(): void {
    this.#origin = origin;
    this.#told = undefined;
  }

  /** The port went; the board may have started meanwhile, or not. */
  lost(): void {
    this.#told = undefined;
    if (this.#origin?.x !== 0 || this.#origin.y !== 0) this.#origin = null;
  }

  #unknown(): void {
    this.#origin = null;
    this.#told = undefined;
  }
}
