import { type MachinePosition, positionAfter } from '../drivers/machine-position.ts';
import { effectOfCommand, ours, verbOf } from '../drivers/our-language.ts';
import type { Profile } from '../drivers/profile.ts';
import { Estimator as FirmwareEstimator } from '../drivers/stationery/estimate.ts';
import { a3Plotter, type MachineModel } from '../drivers/stationery/machine-model.ts';

/** How long commands take on the machine that a profile describes, added up one by one. */
export class Estimator {
  readonly #firmware: FirmwareEstimator;
  readonly #relative: boolean;
  readonly #wayToStartMs: number;
  #place: MachinePosition;

  /** Where the start is not known, it is taken for the origin with the pen up. */
  constructor(profile: Profile, start: MachinePosition) {
    this.#firmware = new FirmwareEstimator(modelOf(profile));
    this.#relative = profile.coordinates === 'relative';
    const { x, y } = start.position ?? { x: 0, y: 0 };
    this.#place = { position: { x, y }, pen: start.pen };
    this.#firmware.add(ours.moveTo({ x, y }));
    if (start.pen === 'down') this.#firmware.add('PENDOWN');
    this.#wayToStartMs = this.#firmware.total.durationMs;
  }

  get totalMs(): number {
    return this.#firmware.total.durationMs - this.#wayToStartMs;
  }

  /** Gives the time of this command alone. */
  add(command: string): number {
    return this.#firmware.add(this.#relative ? this.#absolute(command) : command);
  }

  #absolute(command: string): string {
    const { position } = this.#place;
    this.#place = positionAfter(this.#place, effectOfCommand(command, 'relative'));
    // What is not a proper move, or leaves the place unknown, goes nowhere that could be reckoned with.
    this.#place.position ??= position;
    if (verbOf(command) !== 'MOVE') return command;
    return `MOVE X${this.#place.position?.x} Y${this.#place.position?.y}`;
  }
}

/** Speeds that a job sets itself count as they are, so the model's own bounds are out of the way. */
function modelOf({ stepsPerMm, speed, acceleration, penUpMs, penDownMs }: Profile): MachineModel {
  const unbounded = {
    maxSpeed: Number.MAX_SAFE_INTEGER,
    maxAcceleration: Number.MAX_SAFE_INTEGER,
    limits: undefined,
  };
  return { ...a3Plotter, ...unbounded, stepsPerMm, speed, acceleration, penUpMs, penDownMs };
}
