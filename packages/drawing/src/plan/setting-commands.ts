import type { Machine } from '../motion/machine.ts';
import { speedNumber } from '../motion/speed-number.ts';
import { penSpeeds } from './pen-motion.ts';
import type { Plan, PlannedLayer } from './plan.ts';

/**
 * Sets speed and height for pens with their own values, and the travel speed if the driver does not set it.
 * Sets all values at every pen, including defaults, and restores the machine's values at the end.
 */
export class SettingCommands {
  readonly #machine: Machine;
  readonly #hasSpeeds: boolean;
  readonly #hasHeights: boolean;
  /** The last number sent; undefined until known. */
  #speed: number | undefined;
  #height: number | undefined;

  constructor({ layers }: Plan, machine: Machine) {
    this.#machine = machine;
    this.#hasSpeeds =
      layers.some(({ settings }) => settings?.speedMmS !== undefined) || travelsFaster(machine);
    this.#hasHeights = layers.some(({ settings }) => settings?.penDownHeight !== undefined);
  }

  /** Returns the commands before the first stroke of a layer. */
  before({ settings }: PlannedLayer): string[] {
    return this.#setHeight(settings?.penDownHeight);
  }

  /** Returns the commands before pen-up travel, whose speed does not depend on the pen. */
  travel(): string[] {
    return this.#setSpeed(penSpeeds(this.#machine, {}).travel);
  }

  /** Returns the commands before the pen is lowered. */
  draw({ settings }: PlannedLayer): string[] {
    return this.#setSpeed(penSpeeds(this.#machine, settings ?? {}).draw);
  }

  /** Returns the commands after the pen was lowered. */
  delay({ settings }: PlannedLayer): string[] {
    const delayMs = Math.round(settings?.delayMs ?? 0);
    return delayMs > 0 ? [`WAIT ${delayMs}`] : [];
  }

  /** Restores the machine's values. */
  after(): string[] {
    return [...this.#setSpeed(speedNumber(this.#machine)), ...this.#setHeight(undefined)];
  }

  #setSpeed(speed: number): string[] {
    if (!this.#hasSpeeds || speed === this.#speed) return [];
    this.#speed = speed;
    return [`SPEED ${speed}`];
  }

  #setHeight(height: number | undefined): string[] {
    if (!this.#hasHeights || height === this.#height) return [];
    this.#height = height;
    return [height === undefined ? 'PENHEIGHT' : `PENHEIGHT ${Number(height.toFixed(3))}`];
  }
}

/** Whether pen-up travel has its own speed, which only these commands set. */
function travelsFaster(machine: Machine): boolean {
  const { draw, travel } = penSpeeds(machine, {});
  return travel !== draw && machine.penUpSpeedByDriver !== true;
}
