import { Estimator as FirmwareEstimator } from '../firmware/estimate.ts';
import { parseMove } from '../firmware/grammar.ts';
import { a3Plotter, type MachineModel } from './machine-model.ts';
import type { Profile } from './profile.ts';

/** How long commands take on the machine that a profile describes, added up one by one. */
export class Estimator {
  readonly #firmware: FirmwareEstimator;
  readonly #relative: boolean;
  #position = { x: 0, y: 0 };

  constructor(profile: Profile) {
    this.#firmware = new FirmwareEstimator(modelOf(profile));
    this.#relative = profile.coordinates === 'relative';
  }

  get totalMs(): number {
    return this.#firmware.total.durationMs;
  }

  add(command: string): void {
    this.#firmware.add(this.#relative ? this.#absolute(command) : command);
  }

  #absolute(command: string): string {
    const move = parseMove(command);
    if (move === undefined) return command;
    this.#position = { x: this.#position.x + move.x, y: this.#position.y + move.y };
    return `MOVE X${this.#position.x} Y${this.#position.y}`;
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

/** The profile of a service that was told nothing: our own plotter. */
export const ourProfile: Profile = {
  name: 'Stationery A3 plotter',
  stepsPerMm: a3Plotter.stepsPerMm,
  coordinates: 'absolute',
  limits: a3Plotter.limits ?? null,
  speed: a3Plotter.speed,
  acceleration: a3Plotter.acceleration,
  penUpMs: a3Plotter.penUpMs,
  penDownMs: a3Plotter.penDownMs,
};
