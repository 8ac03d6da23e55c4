import type { Driver } from '../drivers/driver.ts';
import type { Effect, StatusReply } from '../drivers/language/effect.ts';
import type { Point } from '../drivers/language/geometry.ts';
import {
  type MachinePosition,
  positionAfter,
  positionInDoubt,
} from '../drivers/language/machine-position.ts';
import { ReachTracker } from './reach-tracker.ts';

export class PositionTracker {
  #place: MachinePosition = { position: null, pen: null };
  /** Relative to the origin of the machine. */
  readonly reach = new ReachTracker();
  readonly #listeners = new Set<() => void>();

  get place(): MachinePosition {
    return this.#place;
  }

  /** Updates the position before later messages of the board, such as a restart, are handled. */
  follow(driver: Pick<Driver, 'subscribe' | 'effectOf'>): () => void {
    return driver.subscribe((event) => {
      if (event.type === 'reply' && event.reply.ok) this.#executed(driver.effectOf(event.reply.sent));
      else if (event.type === 'unanswered') this.#unanswered(driver.effectOf(event.line));
      else if (event.type === 'reported') this.#reported(event.reported);
    });
  }

  #executed(effect: Effect): void {
    this.reach.executed(effect, this.#place.position);
    this.#become(positionAfter(this.#place, effect));
  }

  /** The device may have executed the command fully, partly or not at all. */
  #unanswered(effect: Effect): void {
    this.reach.unanswered(effect);
    this.#become(positionInDoubt(this.#place, effect));
  }

  #reported({ position, pen, limits, limitsFrom }: StatusReply): void {
    if (limitsFrom !== undefined) this.reach.measuredFrom(limitsFrom);
    if (limits !== undefined) this.reach.reported(limits);
    this.#become({
      position: position === undefined ? this.#place.position : position,
      pen: pen ?? this.#place.pen,
    });
  }

  /** Called when the user confirms the pen position. */
  placed(position: Point): void {
    this.#become({ ...this.#place, position });
  }

  /** Called when the board has restarted or the port was lost. */
  lost(): void {
    this.reach.lost();
    this.#become({ position: null, pen: null });
  }

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
