import type { Area, Point } from '../drivers/geometry.ts';
import { parseMove, verbOf } from '../drivers/lines/grammar.ts';
import { isWithin, relativeTo } from './area.ts';
import type { MachinePosition } from './machine-position.ts';
import { positionAfter } from './position-tracker.ts';

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
  readonly #relative: boolean;
  #place: MachinePosition;
  #reach: Area | null;
  #usesPosition: boolean;

  constructor({ relative, place, reach }: { relative: boolean; place: MachinePosition; reach: Area | null }) {
    this.#relative = relative;
    this.#place = place;
    this.#reach = reach;
    this.#usesPosition = relative;
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
    const verb = verbOf(command);
    this.#place = positionAfter(this.#place, command, this.#relative);
    if (verb === 'ZERO' || verb === 'RESET') {
      this.#usesPosition = true;
      const isKnown = verb === 'ZERO' && position !== null && this.#reach !== null;
      this.#reach = isKnown ? relativeTo(this.#reach!, position) : null;
    }
    const target = this.#place.position;
    const reach = this.#reach;
    if (verb !== 'MOVE' || target === null || reach === null || parseMove(command) === undefined)
      return undefined;
    return isWithin(target, reach) ? undefined : { command, target, reach };
  }
}
