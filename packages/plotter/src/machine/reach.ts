import type { Driver } from '../drivers/driver.ts';
import type { Area, Point } from '../drivers/geometry.ts';
import { type MachinePosition, positionAfter } from '../drivers/machine-position.ts';
import { isWithin, relativeTo } from './area.ts';

/** A command that would take the pen where the machine cannot go. */
export interface Outside {
  command: string;
  target: Point;
  /** How far the machine reaches at this command, in steps from the origin that counts then. */
  reach: Area;
}

/**
 * Follows commands without sending them: where the pen would be, and how far the machine would reach from the
 * origin of that moment. `ZERO` moves the origin and not the machine. What cannot be known is never outside.
 */
export class ReachCheck {
  readonly #effectOf: Driver['effectOf'];
  #place: MachinePosition;
  #reach: Area | null;
  #usesPosition = false;

  constructor(parts: { effectOf: Driver['effectOf']; place: MachinePosition; reach: Area | null }) {
    this.#effectOf = parts.effectOf;
    this.#place = parts.place;
    this.#reach = parts.reach;
  }

  get reach(): Area | null {
    return this.#reach;
  }

  get place(): MachinePosition {
    return this.#place;
  }

  /** Whether what was found depends on where the pen was at first. */
  get usesPosition(): boolean {
    return this.#usesPosition;
  }

  /** Where the command leads, if that is outside. */
  add(command: string): Outside | undefined {
    const { position } = this.#place;
    const effect = this.#effectOf(command);
    const { origin, move } = effect;
    this.#place = positionAfter(this.#place, effect);
    if (origin !== undefined) {
      this.#usesPosition = true;
      const isKnown = origin === 'here' && position !== null && this.#reach !== null;
      this.#reach = isKnown ? relativeTo(this.#reach!, position) : null;
    }
    if (move !== undefined && move !== 'unknown' && 'by' in move) this.#usesPosition = true;
    const target = this.#place.position;
    const reach = this.#reach;
    if (move === undefined || target === null || reach === null) return undefined;
    return isWithin(target, reach) ? undefined : { command, target, reach };
  }
}
