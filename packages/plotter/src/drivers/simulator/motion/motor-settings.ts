import type { Axes } from './axes.ts';

/** How the motors of a simulated machine are set, by axis. */
export interface MotorSettings {
  readonly stepsPerMm: Axes;
  readonly maxSpeedMmS: Axes;
  readonly accelerationMmS2: Axes;
  readonly travelMm: Axes;
}
