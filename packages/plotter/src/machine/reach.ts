import type { Driver } from '../drivers/driver.ts';
import type { Effect } from '../drivers/language/effect.ts';
import type { Area, Point } from '../drivers/language/geometry.ts';
import { type MachinePosition, positionAfter } from '../drivers/language/machine-position.ts';
import { isWithin, relativeTo } from './area.ts';

export interface Outside {
  command: string;
  target: Point;
  /** Reach at this command, in steps from the current origin. */
  reach: Area;
}

/** A height that the machine would refuse. Without `heightLimits`, it accepts none until its defaults are set. */
interface WrongHeight {
  command: string;
  height: number;
  heightLimits?: HeightLimits;
}

interface HeightLimits {
  min: number;
  max: number;
}

export type Refused = Outside | WrongHeight;

/** `ZERO` moves the origin, not the machine. Unknown positions are never outside. */
export class ReachCheck {
  readonly #effectOf: Driver['effectOf'];
  #place: MachinePosition;
  #reach: Area | null;
  readonly #heightLimits: HeightLimits | undefined;
  #usesPosition = false;

  constructor(deps: {
    effectOf: Driver['effectOf'];
    place: MachinePosition;
    reach: Area | null;
    heightLimits: HeightLimits | undefined;
  }) {
    this.#effectOf = deps.effectOf;
    this.#place = deps.place;
    this.#reach = deps.reach;
    this.#heightLimits = deps.heightLimits;
  }

  get reach(): Area | null {
    return this.#reach;
  }

  get heightLimits(): HeightLimits | undefined {
    return this.#heightLimits;
  }

  get place(): MachinePosition {
    return this.#place;
  }

  /** Whether the results depend on the initial pen position. */
  get usesPosition(): boolean {
    return this.#usesPosition;
  }

  /** Why the machine would refuse the command: its target, or its pen height. */
  add(command: string): Refused | undefined {
    const effect = this.#effectOf(command);
    const outside = this.#follow(command, effect);
    return outside ?? this.#wrongHeight(command, effect);
  }

  #wrongHeight(command: string, { penHeight: height, problem }: Effect): WrongHeight | undefined {
    if (height === undefined) return undefined;
    if (problem === 'no-pen-heights') return { command, height };
    const heightLimits = this.#heightLimits;
    if (heightLimits === undefined || (height >= heightLimits.min && height <= heightLimits.max))
      return undefined;
    return { command, height, heightLimits };
  }

  #follow(command: string, effect: Effect): Outside | undefined {
    const { position } = this.#place;
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
