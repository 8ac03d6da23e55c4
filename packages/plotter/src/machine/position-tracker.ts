import type { Driver } from '../drivers/driver.ts';
import type { Effect, Told } from '../drivers/language/effect.ts';
import type { Point } from '../drivers/language/geometry.ts';
import {
  type MachinePosition,
  positionAfter,
  positionInDoubt,
} from '../drivers/language/machine-position.ts';
import { ReachTracker } from './reach-tracker.ts';

/** Follows the machine by the commands that it carried out. What cannot be known is null, never a guess. */
export class PositionTracker {
  #place: MachinePosition = { position: null, pen: null };
  /** How far the machine reaches from its origin. */
  readonly reach = new ReachTracker();
  readonly #listeners = new Set<() => void>();

  get place(): MachinePosition {
    return this.#place;
  }

  /**
   * Whoever sent a command, it counts: in the moment in which it was carried out, before anything that the board says
   * next, such as that it has restarted.
   */
  follow(driver: Pick<Driver, 'subscribe' | 'effectOf'>): () => void {
    return driver.subscribe((event) => {
      if (event.type === 'reply' && event.reply.ok) this.#executed(driver.effectOf(event.reply.sent));
      else if (event.type === 'unanswered') this.#unanswered(driver.effectOf(event.line));
      else if (event.type === 'told') this.#told(event.told);
    });
  }

  #executed(effect: Effect): void {
    this.reach.executed(effect, this.#place.position);
    this.#become(positionAfter(this.#place, effect));
  }

  /** The device may have done it, or a part of it, or nothing. */
  #unanswered(effect: Effect): void {
    this.reach.unanswered(effect);
    this.#become(positionInDoubt(this.#place, effect));
  }

  #told({ position, pen, limits, limitsFrom }: Told): void {
    if (limitsFrom !== undefined) this.reach.measuredFrom(limitsFrom);
    if (limits !== undefined) this.reach.told(limits);
    this.#become({
      position: position === undefined ? this.#place.position : position,
      pen: pen ?? this.#place.pen,
    });
  }

  /** A person says where the pen stands. */
  placed(position: Point): void {
    this.#become({ ...this.#place, position });
  }

  /** The board restarted, or the port was lost. */
  lost(): void {
    this.reach.lost();
    this.#become({ position: null, pen: null });
  }

  /** Called at every change of the position. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #become(place: MachinePosition): void {
    const { position, pen } = this.#place;
    this.#place = place;
    const same = pen === place.pen && position?.x === place.position?.x && position?.y === place.position?.y;
    if (!same) for (const listener of this.#listeners) listener();
  }
}
